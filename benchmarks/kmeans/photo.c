// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * photo JPEG PPM [SHRINK]: turns a photograph into the PPM picture that kmeans reads, smaller by SHRINK (1, 2, 4, 8).
 */
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static FILE *openOrExit(const char *name, const char *mode) {
  FILE *file = fopen(name, mode);
  if (!file) {
    perror(name);
    exit(2);
  }
  return file;
}

/* libjpeg's default error manager prints a message and exits, which is what a tool like this wants. */
int main(int argc, char **argv) {
  unsigned shrink = argc == 4 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
  if (argc < 3 || argc > 4 || (shrink != 1 && shrink != 2 && shrink != 4 && shrink != 8)) {
    fprintf(stderr, "usage: %s JPEG PPM [1|2|4|8]\n", argv[0]);
    return 2;
  }
  FILE *in = openOrExit(argv[1], "rb"), *out = openOrExit(argv[2], "wb");
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct jpeg;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_stdio_src(&jpeg, in);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_RGB;
  /* The slow integer transform is the one that gives the same pixels everywhere. */
  jpeg.dct_method = JDCT_ISLOW;
  jpeg.scale_num = 1;
  jpeg.scale_denom = shrink;
  jpeg_start_decompress(&jpeg);
  fprintf(out, "P6\n%u %u\n255\n", jpeg.output_width, jpeg.output_height);
  JSAMPARRAY row = jpeg.mem->alloc_sarray((j_common_ptr)&jpeg, JPOOL_IMAGE, jpeg.output_width * 3, 1);
  while (jpeg.output_scanline < jpeg.output_height) {
    jpeg_read_scanlines(&jpeg, row, 1);
    fwrite(row[0], 3, jpeg.output_width, out);
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  fclose(in);
  if (ferror(out) | fclose(out)) {
    perror(argv[2]);
    return 1;
  }
  return 0;
}
