// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the share of each device in each pass as an SVG: one column per pass, with one box per device; cores at the
// bottom in shades of blue, accelerators above in shades of orange.
#include "Output.h"

#include <fmt/format.h>

namespace hetsim {
namespace {

constexpr double Left = 56, Top = 40, Height = 260, Width = 640, LegendGap = 16;

/// Devices that are drawn as one box. Many devices of one kind share a box, since their own boxes would be too thin.
struct Box {
  std::string Name;
  size_t First, Last; ///< indices of devices, [First, Last)
  std::string Color;
};

std::string shade(bool Core, size_t Index, size_t Count) {
  double Light = Count > 1 ? 40 + 35 * static_cast<double>(Index) / static_cast<double>(Count - 1) : 50;
  return fmt::format("hsl({},{}%,{:.0f}%)", Core ? 212 : 28, Core ? 60 : 85, Light);
}

void addBoxes(const hetrt::MachineModel &Machine, size_t First, size_t Last, bool Cores, std::vector<Box> &Into) {
  constexpr size_t MostBoxes = 16;
  const size_t Count = Last - First;
  if (Count > MostBoxes) {
    Into.push_back({fmt::format("{} {}", Count, Cores ? "cores" : "accelerators"), First, Last, shade(Cores, 0, 1)});
    return;
  }
  for (size_t J = First; J < Last; ++J)
    Into.push_back({Machine.Devices[J].Name, J, J + 1, shade(Cores, J - First, Count)});
}

std::string escape(const std::string &Text) {
  std::string Escaped;
  for (char C : Text)
    Escaped += C == '&' ? "&amp;" : C == '<' ? "&lt;" : C == '>' ? "&gt;" : std::string(1, C);
  return Escaped;
}

std::string text(double X, double Y, const char *Anchor, const std::string &What) {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\">{}</text>\n", X, Y, Anchor, escape(What));
}

std::string axis() {
  std::string Text;
  for (int Percent = 0; Percent <= 100; Percent += 25) {
    double Y = Top + Height * (1 - Percent / 100.0);
    Text += fmt::format("<line x1=\"{:g}\" y1=\"{:g}\" x2=\"{:g}\" y2=\"{:g}\" stroke=\"#ccc\"/>\n", Left - 4, Y,
                        Left + Width, Y);
    Text += text(Left - 8, Y + 4, "end", fmt::format("{}%", Percent));
  }
  return Text;
}

} // namespace

std::string drawShares(const Run &What) {
  const auto &Passes = What.Result.Passes;
  std::vector<Box> Boxes;
  addBoxes(What.Machine, 0, What.Machine.cores(), true, Boxes);
  addBoxes(What.Machine, What.Machine.cores(), What.Machine.Devices.size(), false, Boxes);

  const double Bottom = Top + Height, LegendTop = Bottom + 44;
  std::string Svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      Left + Width + 24, LegendTop + LegendGap * static_cast<double>((Boxes.size() + 3) / 4) + 8);
  Svg += text(Left, 22, "start",
              fmt::format("{} on {}, {}: share of the iterations per pass, {:.4g} s in all", What.Program.Name,
                          What.Machine.Name, What.Scheduler, What.Result.Seconds));
  Svg += axis();

  // A column narrower than a pixel cannot be seen, so if there are very many passes, only every n-th pass is drawn.
  const size_t Every = Passes.size() / static_cast<size_t>(Width) + 1;
  const double Step = Width / static_cast<double>((Passes.size() + Every - 1) / Every);
  const double Gap = Step > 6 ? .15 * Step : 0;
  double X = Left;
  for (size_t P = 0; P < Passes.size(); P += Every, X += Step) {
    uint64_t Below = 0;
    for (const Box &Each : Boxes) {
      uint64_t Count = 0;
      for (size_t J = Each.First; J < Each.Last; ++J)
        Count += Passes[P].Devices[J].Iterations;
      Below += Count;
      const double Scale = Height / static_cast<double>(What.Program.Iterations);
      if (Count)
        Svg += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\">"
                           "<title>pass {}, {}: {} iterations</title></rect>\n",
                           X + Gap / 2, Bottom - Scale * static_cast<double>(Below), Step - Gap,
                           Scale * static_cast<double>(Count), Each.Color, P, escape(Each.Name), Count);
    }
  }
  Svg += text(Left, Bottom + 16, "start", "0");
  Svg += text(Left + Width, Bottom + 16, "end", fmt::format("{}", Passes.size() - 1));
  Svg += text(Left + Width / 2, Bottom + 16, "middle",
              Every > 1 ? fmt::format("pass (every {}th)", Every) : std::string("pass"));
  for (size_t B = 0; B < Boxes.size(); ++B) {
    const double LegendX = Left + 160 * static_cast<double>(B % 4);
    const double LegendY = LegendTop + LegendGap * static_cast<double>(B / 4);
    Svg += fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"10\" height=\"10\" fill=\"{}\"/>\n", LegendX, LegendY - 9,
                       Boxes[B].Color);
    Svg += text(LegendX + 15, LegendY, "start", Boxes[B].Name);
  }
  return Svg + "</svg>\n";
}

} // namespace hetsim
