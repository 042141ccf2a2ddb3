// Work in the order in which it comes, a limited number at once. A turn that takes too long no
// longer delays the others; its work goes on.

export interface TurnBounds {
  readonly atOnce: number
  /** Above that work is refused. */
  readonly waiting: number
  readonly turnMs: number
}

export interface Turn {
  /** Lets the next one begin. */
  end(): void
  /** It took too long. */
  isLate(): boolean
}

export interface Turns {
  /** Null: too many wait; nothing was started. */
  take<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> | null
}

export function createTurns({ atOnce, waiting: most, turnMs }: TurnBounds): Turns {
  const waiting = new Set<(turn: Turn) => void>()
  let underWay = 0

  function beginNext(): void {
    const [next] = waiting
    if (next === undefined) return
    waiting.delete(next)
    next(openTurn())
  }

  function openTurn(): Turn {
    underWay++
    let isOver = false
    let isLate = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      underWay--
      beginNext()
    }
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, turnMs)
    return { end, isLate: () => isLate }
  }

  async function run<Result>(turn: Turn, work: (turn: Turn) => Promise<Result>): Promise<Result> {
    try {
      return await work(turn)
    } finally {
      turn.end()
    }
  }

  return {
    take(work) {
      if (underWay < atOnce) return run(openTurn(), work)
      if (waiting.size >= most) return null
      return new Promise<Turn>(begin => waiting.add(begin)).then(turn => run(turn, work))
    },
  }
}
