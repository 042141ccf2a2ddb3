// A command that is traced, step by step, from the front end through its lane to the stores and the
// wallet. src/server/tracing records the steps.

/** One step of a traced command. */
export interface Step {
  /** The id by which remote work names this step as its parent (W3C Trace Context). */
  readonly traceparent: string
  /** Adds a fact to the step, by which it can be searched. */
  label(name: string, value: string): void
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

const traces = new WeakMap<object, string>()

/** Remembers the trace in whose step the error was thrown, for the log. */
export function noteTrace(error: unknown, traceId: string): void {
  if (typeof error === 'object' && error !== null) traces.set(error, traceId)
}

/** Undefined: it was not thrown in a traced command. */
export function traceIdOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? traces.get(error) : undefined
}
