// A command that is followed, step by step, from the front end through its lane to the stores and the wallet.
// Only types and one helper of calling: who records the steps is in src/server/tracing.

/** One step of a followed command. */
export interface Step {
  /** How work elsewhere names this step as its parent (W3C Trace Context). */
  readonly traceparent: string
  /** Does work as a step below this one. */
  run<Answer>(name: string, work: (step: Step) => Promise<Answer>): Promise<Answer>
}

/** As a step below `step`; without one it is just done. */
export function inStep<Answer>(
  step: Step | null,
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return step === null ? work() : step.run(name, work)
}
