// A command that is traced, step by step, from the front end through its lane to the stores and the
// wallet. Only types and one function; src/server/tracing records the steps.

/** One step of a traced command. */
export interface Step {
  /** The id by which remote work names this step as its parent (W3C Trace Context). */
  readonly traceparent: string
  /** Runs work as a step below this one. */
  run<Answer>(name: string, work: (step: Step) => Promise<Answer>): Promise<Answer>
}

/** Runs work as a step below `step`; without a step it is just run. */
export function inStep<Answer>(
  step: Step | null,
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return step === null ? work() : step.run(name, work)
}
