// Owns the client's words in German. It must never hold markup or an amount.

import type { Texts } from '../texts.ts'

export const de: Texts = {
  testUnits: 'Testeinheiten — kein echtes Geld',
  testNotice:
    'TEST_ONLY: Gespielt wird mit Testeinheiten. Sie können weder gekauft noch ausgezahlt oder eingetauscht werden.',
  balance: 'Guthaben',
  win: 'Gewinn',
  stake: 'Einsatz',
  spin: 'Drehen',
  skip: 'Überspringen',
  turbo: 'Turbo',
  close: 'Schließen',
  cancel: 'Abbrechen',
  reload: 'Neu laden',
  less: 'Weniger: {term}',
  more: 'Mehr: {term}',
  denomination: 'Münzwert',
  credits: 'Credits',
  coin: 'Münze',
  level: 'Einsatzstufe',
  lines: '{count} Linien',
  ante: 'Zusatzeinsatz',
  anteNote: 'Mehr Chancen auf das Feature, {price} × Einsatz',
  anteStacksNote: 'Längere Wild-Stapel, {price} × Einsatz',
  buy: 'Feature kaufen',
  buyAsk: 'Das Feature jetzt für {price} starten?',
  buyYes: 'Kaufen für {price}',
  modeBase: 'Normaler Dreh',
  connecting: 'Verbindung wird hergestellt…',
  reconnecting: 'Verbindung verloren. Neuer Versuch… Deine Runde ist sicher.',
  waitingForBet: 'Dein Einsatz wird bestätigt…',
  waitingForWin: 'Dein Gewinn wird gutgeschrieben…',
  refused:
    'Der Einsatz wurde nicht angenommen, die Runde fand nicht statt. Es wurde nichts abgebucht.',
  noToken: 'Diese Seite braucht einen Startlink. Bitte öffne das Spiel in der Lobby.',
  lobby: 'Zurück zur Lobby',
  freeSpin: 'Freidreh',
  freeGames: 'Freispiele',
  freeGamesWon: '{count} Freispiele!',
  freeGamesMore: '+{count} Freispiele!',
  freeGamesTimes: 'Alle Gewinne × {multiplier}',
  freeGameOf: 'Freispiel {number} von {of}',
  freeGamesEnded: 'Freispiele beendet',
  specialSymbol: 'Sondersymbol',
  allWins: 'Alle Gewinne',
  respins: 'Halten und gewinnen!',
  respinsLeft: 'Respins übrig: {count}',
  totalWin: 'Gesamtgewinn',
  bigWin: 'Großer Gewinn',
  megaWin: 'Mega-Gewinn',
  epicWin: 'Epischer Gewinn',
  waysCaption: '{count} × {ways} Wege',
  clusterCaption: '{count}er-Cluster',
  maxWinReached: 'Höchstgewinn!',
  gamble: 'Risiko',
  gambleAsk: 'Errate die Karte und spiele um mehr',
  gambleSteps: 'Noch {count} Versuche',
  gambleWon: 'Gewonnen!',
  gambleLost: 'Diesmal nicht',
  red: 'Rot',
  black: 'Schwarz',
  hearts: 'Herz',
  diamonds: 'Karo',
  clubs: 'Kreuz',
  spades: 'Pik',
  collect: 'Nehmen',
  choose: 'Wähle',
  chooseFreeGames: 'Wähle deine Freispiele',
  freeGamesOption: '{count} Freispiele, alle Gewinne ×{multiplier}',
  paytable: 'Gewinntabelle',
  symbols: 'Symbole und Gewinne beim jetzigen Einsatz',
  paysAnywhere: 'Symbole zahlen überall auf dem Feld; die Anzahl zählt.',
  paysOnLines:
    'Gewinne zählen von der linken Walze auf {count} Linien. Je Linie zahlt der höchste Gewinn.',
  paysByWays:
    'Gleiche Symbole auf benachbarten Walzen von links gewinnen, in jeder Reihe. Die Gewinne gelten für einen Weg und werden mit der Zahl der Wege multipliziert.',
  paysByClusters: '{count} oder mehr gleiche Symbole, die sich an den Seiten berühren, gewinnen.',
  wild: 'Wild: ersetzt gewöhnliche Symbole',
  scatter: 'Scatter: zählt überall',
  wildScatter: 'Wild und Scatter: ersetzt alle Symbole und zählt überall',
  cash: 'Geldsymbol: bringt in den Respins seinen Wert',
  multiplier: 'Multiplikator',
  cashWorth: '{count} × Einsatz',
  features: 'Besonderheiten',
  modes: 'Spielarten',
  price: 'Preis: {price}',
  maxWin: 'Höchstgewinn',
  maxWinNote: 'Eine Runde zahlt höchstens {count} × Einsatz.',
  boardFallback: 'Symbole auf dem Feld',
  mechanics: {
    cascades:
      'Gewinnsymbole verschwinden, der Rest fällt und neue Symbole rücken nach, solange es Gewinne gibt.',
    multipliers:
      'Multiplikatoren, die am Ende der Kaskaden auf dem Feld liegen, werden addiert und multiplizieren deren Gewinn.',
    'growing-multiplier':
      'Jede Kaskade erhöht den Multiplikator der folgenden Gewinne bis zu einer Grenze. Mit dem nächsten Dreh beginnt er von vorn.',
    'variable-ways':
      'Jede Walze zeigt bei jedem Dreh mehr oder weniger Symbole, und so gibt es mehr oder weniger Wege.',
    'stacked-wilds': 'Wilds liegen gestapelt und können ganze Walzen füllen.',
    'free-games': 'Genügend Scatter starten Freispiele.',
    choice:
      'Du wählst, wie sie gespielt werden: viele mit kleinem oder wenige mit großem Multiplikator. Auf Dauer zahlen alle gleich viel zurück.',
    retrigger: 'Scatter in den Freispielen bringen weitere.',
    'unlimited-multiplier':
      'In den Freispielen erhöht jede Kaskade den Multiplikator. Er hat keine Grenze und bleibt bis zu ihrem Ende.',
    'expanding-symbol':
      'Für die Freispiele wird ein Symbol gezogen. Landet es auf genügend Walzen, füllt es sie und zahlt auf allen Linien, auch wenn die Walzen nicht benachbart sind.',
    'hold-and-win':
      'Genügend Geldsymbole starten die Respins: Geld wird gehalten, die anderen Felder drehen erneut. Mit jedem neuen Geldsymbol beginnt die Zählung von vorn. Am Ende zahlt alles Geld.',
    pots: 'Pots sind feste Gewinne. Ein volles Feld gewinnt dazu den größten.',
    gamble: 'Nach einem Gewinn kannst du ihn auf Farbe oder Zeichen einer Karte setzen.',
  },
  errors: {
    INVALID_REQUEST: 'Das Spiel hat sich selbst nicht verstanden. Bitte lade die Seite neu.',
    UNAUTHORIZED: 'Dieser Startlink gilt nicht mehr. Bitte öffne das Spiel erneut in der Lobby.',
    SESSION_EXPIRED:
      'Diese Sitzung ist vorbei. Bitte öffne das Spiel erneut in der Lobby; eine offene Runde bleibt erhalten.',
    BUSY: 'Die Plattform ist ausgelastet. Neuer Versuch…',
    ROUND_OPEN:
      'Eine andere Runde dieses Spiels ist noch offen. Bitte beende sie oder lade die Seite neu.',
    ROUND_NOT_FOUND: 'Diese Runde ist schon vorbei. Bitte lade die Seite neu.',
    NOT_AWAITING: 'Diese Runde wartet auf keine Antwort mehr. Bitte lade die Seite neu.',
    INVALID_OPTION: 'Diese Wahl gibt es nicht. Bitte wähle noch einmal.',
    INVALID_BET: 'Diesen Einsatz gibt es nicht mehr. Bitte wähle einen anderen.',
    INVALID_MODE: 'Diese Spielart gibt es nicht. Bitte drehe normal.',
    PROJECT_BET_LIMIT: 'Dieser Einsatz liegt außerhalb deiner Grenzen. Bitte wähle einen anderen.',
    FREE_SPINS_ACTIVE: 'Freidrehs deines Casinos kommen in diesem Spiel zuerst. Spiele sie jetzt.',
    FREE_SPINS_OVER:
      'Diese Freidrehs sind vorbei: verbraucht, abgelaufen oder zurückgezogen. Dein Gewinn bleibt dir.',
    GAME_MODE_DISABLED: 'Diese Spielart ist abgeschaltet. Bitte drehe normal.',
    PROJECT_GAME_DISABLED:
      'Dieses Spiel ist zurzeit abgeschaltet. Bitte wähle in der Lobby ein anderes.',
    CURRENCY_REQUIRED:
      'Dieses Spiel gibt es nicht in deiner Währung. Bitte öffne es erneut aus der Lobby.',
    INSUFFICIENT_FUNDS:
      'Dein Guthaben reicht für diesen Einsatz nicht. Bitte wähle einen kleineren.',
    BET_REFUSED:
      'Dein Casino hat den Einsatz nicht angenommen. Nichts wurde abgebucht. Versuche es noch einmal.',
    WALLET_BUSY:
      'Dein Casino antwortet langsam. Nichts wurde gestartet. Versuche es gleich noch einmal.',
    BALANCE_UNAVAILABLE:
      'Dein Guthaben lässt sich gerade nicht lesen. Versuche es gleich noch einmal.',
    SHUTTING_DOWN: 'Die Plattform startet neu. Einen Moment…',
    REQUEST_FAILED: 'Etwas ist schiefgegangen. Bitte versuche es noch einmal.',
  },
}
