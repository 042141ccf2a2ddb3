// How many lanes a node starts with when the number is not set: as many as its one front end can
// feed. Pure.

/**
 * One front end feeds two lanes. Of a spin's processor time in the node, the front end (one thread)
 * takes 0.33 and its lane 0.58 (191 and 334 of 574 us, docs/bench.md). A saturated front end
 * therefore feeds 1.75 lanes, and a third lane would wait.
 */
const LANES_OF_A_FRONT_END = 2
/** Cores for a front end, the lanes it feeds, and the runtime's own threads. */
const CORES_OF_A_PROCESS = 3

export function defaultLanes(cores: number): number {
  return Math.min(LANES_OF_A_FRONT_END, Math.max(1, cores - 1))
}

/** How many such processes a machine with this number of cores has room for. */
export function roomForProcesses(cores: number): number {
  return Math.max(1, Math.floor(cores / CORES_OF_A_PROCESS))
}

/** One line for the person who starts a node. */
export function describeLanes(lanes: number, cores: number): string {
  const usual = defaultLanes(cores)
  const why =
    lanes === usual
      ? `one front end feeds ${LANES_OF_A_FRONT_END}, and this machine has ${cores} cores`
      : `as it was set; ${usual} by default`
  const room = roomForProcesses(cores)
  const more = room > 1 ? `; the machine has room for ${room} such processes` : ''
  return `${lanes} ${lanes === 1 ? 'lane' : 'lanes'} (${why}${more}).`
}
