// Owns the texts of the rules and of the history in Latin American Spanish. It must never hold
// markup or a figure.

import type { InfoTexts } from './en.ts'

export const es419: InfoTexts = {
  loading: 'Cargando los datos…',
  notLoaded: 'No se pudieron cargar los datos.',
  again: 'Volver a intentar',
  returns: 'Retorno teórico',
  rtp: 'RTP',
  hits: 'Frecuencia de aciertos',
  volatility: 'Volatilidad',
  low: 'baja',
  medium: 'media',
  high: 'alta',
  veryHigh: 'muy alta',
  mode: 'Forma de jugar',
  rtpNote:
    'El retorno teórico es la parte de todas las apuestas que se devuelve en una cantidad muy grande de rondas. Una sesión puede terminar muy por encima o por debajo.',
  levelNatural: 'Estos datos son los del propio juego.',
  levelProvider: 'Tu casino fijó el retorno de este juego en {percent} para todos los jugadores.',
  levelPersonal:
    'Tu casino fija el retorno para cada jugador. El tuyo es ahora {percent}. Puede cambiar entre rondas; cada ronda se juega con el nivel fijado antes de la apuesta.',
  margin: 'Obtenido por simulación; el valor real está dentro de ± {margin} (certeza del 95 %).',
  version: 'Versión de las matemáticas',
  asOf: 'Vigente al',
  wins: 'Premios',
  ways: 'Formas de ganar',
  cascadeSteps: 'Multiplicador del primer premio y tras cada cascada',
  boardMultipliers: 'Multiplicadores que pueden caer',
  scatters: 'Scatters',
  eachMore: 'Cada scatter adicional',
  retrigger: 'En los juegos gratis',
  mostGames: 'Máximo de juegos gratis por ronda',
  winsTimes: 'Todos los premios en los juegos gratis',
  growth: 'Cada cascada suma al multiplicador',
  special: 'Símbolo especial',
  chance: 'Probabilidad',
  holdAndWin: 'Retén y gana',
  cashToStart: 'Símbolos de dinero para iniciar',
  respins: 'Regiros; se reinician con cada dinero',
  pot: 'Pozo',
  pays: 'Paga',
  fullBoard: 'Tablero lleno con {count} símbolos de dinero, además de todo su dinero',
  guesses: 'Intentos seguidos',
  guessColor: 'Color acertado',
  guessSuit: 'Palo acertado',
  bought: 'Una función comprada empieza con',
  capEnds:
    'Una ronda paga como máximo {count} × apuesta: {amount} con la apuesta actual. Una ronda que llega a ese monto termina enseguida y los juegos restantes no se juegan.',
  general: 'Conviene saber',
  malfunction: 'El mal funcionamiento anula todos los pagos y jugadas.',
  random:
    'Un generador de números aleatorios de la plataforma decide cada ronda al comenzar. Nada que se presione en esta página cambia el resultado, salvo una elección o un intento que se ofrezca.',
  interruption:
    'Si se pierde la conexión o la página, la ronda se guarda en la plataforma y termina allí. El premio se acredita y el resultado se muestra cuando vuelves.',
  decisionWaits:
    'Una ronda que espera tu elección o tu intento espera sin límite de tiempo, hasta que abras el juego de nuevo.',
  decisionDeadline:
    'Una ronda que espera tu elección o tu apuesta espera {minutes} minutos. Después la plataforma decide por ti: el premio se cobra.',
  choiceDeadline:
    'Una ronda que espera tu elección espera {minutes} minutos. Después la plataforma elige por ti: {option}.',
  cancelled:
    'Una apuesta que tu casino no confirma se cancela. Entonces la ronda no tuvo lugar y se devuelve lo que se haya tomado.',
  history: 'Mis rondas',
  historyNote:
    'Tus últimas {count} rondas en todos los juegos. Las horas son las de tu dispositivo.',
  allRounds: 'Todas',
  thisGame: 'Este juego',
  empty: 'Aún no hay rondas.',
  more: 'Mostrar más',
  stateSettled: 'finalizada',
  stateOpen: 'sin terminar',
  stateRefunding: 'cancelada, se está devolviendo la apuesta',
  stateRefunded: 'cancelada, la apuesta fue devuelta',
  stateRefused: 'no se jugó, no se tomó nada',
  stateHeld: 'tu casino la está revisando',
  decidedForYou: 'decidido por ti al vencer el plazo',
  watch: 'Ver de nuevo',
  watchThere: 'Abre {game} para verla de nuevo.',
  copyId: 'Copiar id de la ronda',
  copied: 'Copiado',
  copyByHand: 'Cópialo de aquí',
  replay: 'Repetición',
  replayNote: 'Una grabación: no se apuesta ni se gana nada.',
  replayEnd: 'Volver al juego',
  replayFailed: 'Esta ronda no se puede mostrar ahora.',
}
