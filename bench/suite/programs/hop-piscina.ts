// A peer's worker: answers every task.

import { SPIN_ANSWER } from '../spin-answer.ts'

export default async function run(): Promise<string> {
  return SPIN_ANSWER
}
