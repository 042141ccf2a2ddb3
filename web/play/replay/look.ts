// Owns the look of a replay: the controls replace the player's buttons. It must never change the
// stage.

const SHEET = `
.replaying { --replay-bar: 96px }
.replaying .table { bottom: var(--replay-bar) }
.replaying :is(.keys, .bets, .mode, .grant, .teaser) { display: none }
.replay-no-balance .balance-box { visibility: hidden }
.replaying .decision { pointer-events: none; bottom: var(--replay-bar) }
.replaying[data-form=wide] .decision { bottom: -8px; zoom: .8 }
.replaying .bar { min-height: 64px }
.replay-bar {
  position: fixed; inset: auto 0 0; z-index: 40; box-sizing: border-box;
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 18px;
  padding: 10px 16px; background: #11141c; color: #f2f4f8; border-top: 1px solid #39415a;
  font: 500 14px/1.3 system-ui, sans-serif;
}
.replay-keys { display: flex; align-items: center; gap: 8px; flex-wrap: wrap }
.replay-keys button, .replay-keys select {
  min-height: 44px; padding: 0 14px; border-radius: 8px; border: 1px solid #56607c; background: #232a3b;
  color: inherit; font: inherit;
}
.replay-keys button:disabled { opacity: .45 }
.replay-keys button:not(:disabled):hover { background: #313b54 }
.replay-keys .replay-play { background: #3d63dd; border-color: #6a8bf5; font-weight: 700; min-width: 96px }
.replay-keys .replay-play:not(:disabled):hover { background: #4d73ee }
.replay-bar :focus-visible { outline: 3px solid #ffd166; outline-offset: 2px }
.replay-facts { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 }
.replay-facts div { display: flex; gap: 6px }
.replay-facts dt { color: #aab3c9 }
.replay-facts dd { margin: 0; font-weight: 700; font-variant-numeric: tabular-nums }
.replay-says { flex-basis: 100%; margin: 0; color: #ffd88a }
.replay-says:empty { display: none }
@media (max-width: 640px) {
  .replay-bar { padding: 8px 10px; gap: 6px 12px; font-size: 13px }
  .replay-keys { gap: 6px; flex-wrap: nowrap; width: 100% }
  .replay-keys button, .replay-keys select { padding: 0 8px; flex: 1 1 auto }
  .replay-keys .replay-play { min-width: 64px }
  .replay-facts { display: grid; grid-template-columns: 1fr 1fr; width: 100% }
}
`

export function dress(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHEET)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.body.classList.add('replaying')
}
