// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows to which members of elements lead: several vectors and pointers in one struct, with numbers that the loop reads
// and writes; by references and pointers to the objects; in base classes, in arrays in the objects, and with arrays of
// pointers.
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-summary -std=c++17 -O2 %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t > %t.out
// RUN: %reported %t.json 'iterations("cpu") == 0'
// CHECK: 9 of 9 loops split
#include <cstdio>
#include <vector>

struct Particle {
  std::vector<double> X, V;
  int Steps = 0;
  double Mass = 1;
};

static void move(std::vector<Particle> &All, double Time) {
#pragma omp parallel for
  for (int I = 0; I < int(All.size()); ++I)
    for (std::size_t K = 0; K < All[I].X.size(); ++K)
      All[I].X[K] += Time * All[I].V[K];
}

static void push(std::vector<Particle> &All, double Time) {
#pragma omp parallel for
  for (int I = 0; I < int(All.size()); ++I) {
    auto &P = All[I];
    P.Steps += 1;
    for (std::size_t K = 0; K < P.V.size(); ++K)
      P.V[K] -= Time * P.X[K] / P.Mass;
  }
}

struct Cell {
  double *Data;
  long Count;
  double *Flux;
  double Sum;
};

static void flow(Cell *Cells, int N, int M) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int K = 0; K < M; ++K) {
      Cells[I].Flux[K] = Cells[I].Data[K] * 2 + I;
      Sum += Cells[I].Flux[K];
    }
    Cells[I].Sum = Sum + double(Cells[I].Count);
  }
}

static void byPointer(Cell *Cells, int N, int M) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    Cell *C = &Cells[I];
    double *Data = C->Data;
    for (int K = 0; K < M; ++K)
      Data[K] += C->Flux[K] / double(C->Count + 1);
    C->Count += 2;
  }
}

struct Named {
  char Name[16];
  double **Vectors;
};
struct Box : Named {
  int Lower;
  float *Sides[2];
};
struct Level {
  Box *Boxes;
  int Count;
};

static void smooth(Level *On, int From, int To, int N) {
#pragma omp parallel for
  for (int B = 0; B < On->Count; ++B)
    for (int K = 1; K < N - 1; ++K)
      On->Boxes[B].Vectors[To][K] =
          (On->Boxes[B].Vectors[From][K - 1] + On->Boxes[B].Vectors[From][K + 1]) / 2 + On->Boxes[B].Lower;
}

static void sides(Level &On, int N) {
#pragma omp parallel for
  for (int B = 0; B < On.Count; ++B)
    for (int K = 0; K < N; ++K)
      On.Boxes[B].Sides[1][K] += On.Boxes[B].Sides[0][K] + float(On.Boxes[B].Lower);
}

struct Node {
  std::vector<int> Edges;
  std::vector<float> Weights;
  double Value, Next;
};

static void visit(std::vector<Node> &Graph, std::vector<double> &Values) {
#pragma omp parallel for
  for (int I = 0; I < int(Graph.size()); ++I) {
    double Sum = 0;
    for (std::size_t K = 0; K < Graph[I].Edges.size(); ++K)
      Sum += Values[Graph[I].Edges[K]] * Graph[I].Weights[K];
    Graph[I].Next = Graph[I].Edges.empty() ? -1 : Sum / double(Graph[I].Edges.size());
  }
#pragma omp parallel for
  for (int I = 0; I < int(Graph.size()); ++I)
    Graph[I].Value = (Graph[I].Value + Graph[I].Next) / 2;
}

/// Objects behind pointers, whose vectors lead to rows.
static void objects(std::vector<Particle *> &All) {
#pragma omp parallel for
  for (int I = 0; I < int(All.size()); ++I)
    for (std::size_t K = 0; K < 4; ++K)
      All[I]->V[K] = All[I]->V[K] / 2 + All[I]->X[K];
}

static double total(const std::vector<Particle> &Of) {
  double Sum = 0;
  for (const Particle &P : Of) {
    for (std::size_t K = 0; K < P.X.size(); ++K)
      Sum += P.X[K] * double(K + 1) + P.V[K];
    Sum += P.Steps;
  }
  return Sum;
}

int main() {
  constexpr int N = 24, M = 10;
  std::vector<Particle> All(N);
  std::vector<Particle *> Pointers;
  std::vector<Cell> Cells(N);
  std::vector<Box> Boxes(N);
  std::vector<Node> Graph(N);
  std::vector<double> Values(N), Memory(6 * N * M);
  std::vector<float> Sides(2 * N * M, 1);
  std::vector<double *> Vectors(3 * N);
  for (int I = 0; I < N; ++I) {
    All[I].X.assign(4 + I % 3, I);
    All[I].V.assign(4 + I % 3, 1 - I / 7.0);
    All[I].Mass = 1 + I;
    Pointers.push_back(&All[(I * 5) % N]);
    Cells[I] = {&Memory[(N - 1 - I) * M], I, &Memory[(N + (I * 7) % N) * M], 0};
    for (int D = 0; D < 3; ++D)
      Vectors[3 * I + D] = &Memory[(2 * N + 3 * I + D) * M];
    Boxes[I].Vectors = &Vectors[3 * I];
    Boxes[I].Lower = I;
    Boxes[I].Sides[0] = &Sides[2 * I * M];
    Boxes[I].Sides[1] = &Sides[(2 * I + 1) * M];
    Graph[I].Value = Values[I] = I;
    for (int K = 0; K < I % 5; ++K) {
      Graph[I].Edges.push_back((I * 3 + K) % N);
      Graph[I].Weights.push_back(float(K) / 2);
    }
  }
  for (std::size_t I = 0; I < Memory.size(); ++I)
    Memory[I] = double(I % 13);
  Level On{Boxes.data(), N};
  for (int Pass = 0; Pass < 3; ++Pass) {
    move(All, 0.1);
    push(All, 0.1);
    flow(Cells.data(), N, M);
    byPointer(Cells.data(), N, M);
    smooth(&On, Pass % 3, (Pass + 1) % 3, M);
    sides(On, M);
    visit(Graph, Values);
    objects(Pointers);
  }
  double Sum = 0, Sums = 0, Nodes = 0;
  for (std::size_t I = 0; I < Memory.size(); ++I)
    Sum += Memory[I] * double(I % 11);
  for (float Each : Sides)
    Sum += Each;
  for (int I = 0; I < N; ++I) {
    Sums += Cells[I].Sum + double(Cells[I].Count);
    Nodes += Graph[I].Value + Graph[I].Next;
  }
  std::printf("%.6f %.6f %.6f %.6f\n", total(All), Sum, Sums, Nodes);
}
