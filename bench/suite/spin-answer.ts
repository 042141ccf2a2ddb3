// An answer as long as that of a usual spin, for contestants that only transport it.

export const SPIN_ANSWER = JSON.stringify({
  type: 'round',
  requestId: '17.42',
  events: Array.from({ length: 8 }, (_, line) => ({
    type: 'line-win',
    line,
    symbol: 'seven',
    units: 40,
  })),
  grid: Array.from({ length: 5 }, () => ['seven', 'cherry', 'bell', 'lemon']),
  balance: '9999.60',
})
