/** The part of d3-force that the page uses: it ships without types. */
declare module "d3-force" {
  interface SimulationNodeDatum {
    x?: number;
    y?: number;
  }
  interface SimulationLinkDatum<N> {
    source: N | string;
    target: N | string;
  }
  interface Force {
    readonly force: true;
  }
  interface Positioned<N> extends Force {
    strength(value: (node: N) => number): Force;
  }
  interface Simulation {
    force(name: string, force: Force): Simulation;
    stop(): Simulation;
    tick(rounds: number): Simulation;
  }
  export function forceSimulation<N extends SimulationNodeDatum>(nodes: N[]): Simulation;
  export function forceLink<N, L extends SimulationLinkDatum<N>>(
    links: L[],
  ): Force & { distance(value: number): Force };
  export function forceManyBody(): Force & { strength(value: number): Force };
  export function forceCollide(radius: number): Force;
  export function forceX<N>(x: number): Positioned<N>;
  export function forceY<N>(y: number): Positioned<N>;
  export type { SimulationLinkDatum, SimulationNodeDatum };
}
