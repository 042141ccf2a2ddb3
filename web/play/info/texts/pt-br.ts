// Owns the texts of the rules and of the history in Brazilian Portuguese. It must never hold markup
// or a figure.

import type { InfoTexts } from './en.ts'

export const ptBR: InfoTexts = {
  loading: 'Carregando os dados…',
  notLoaded: 'Não foi possível carregar os dados.',
  again: 'Tentar de novo',
  returns: 'Retorno teórico',
  rtp: 'RTP',
  hits: 'Frequência de acertos',
  volatility: 'Volatilidade',
  low: 'baixa',
  medium: 'média',
  high: 'alta',
  veryHigh: 'muito alta',
  mode: 'Forma de jogar',
  rtpNote:
    'O retorno teórico é a parte de todas as apostas devolvida em um número muito grande de rodadas. Uma sessão pode terminar bem acima ou abaixo dele.',
  levelNatural: 'Estes dados são os do próprio jogo.',
  levelProvider: 'Seu cassino definiu o retorno deste jogo em {percent} para todos os jogadores.',
  levelPersonal:
    'Seu cassino define o retorno de cada jogador. O seu agora é {percent}. Ele pode mudar entre rodadas; cada rodada é jogada no nível fixado antes da aposta.',
  margin: 'Obtido por simulação; o valor real está dentro de ± {margin} (certeza de 95 %).',
  version: 'Versão da matemática',
  asOf: 'Em vigor em',
  wins: 'Prêmios',
  ways: 'Formas de ganhar',
  cascadeSteps: 'Multiplicador do primeiro prêmio e após cada cascata',
  boardMultipliers: 'Multiplicadores que podem cair',
  scatters: 'Scatters',
  eachMore: 'Cada scatter adicional',
  retrigger: 'Nos jogos grátis',
  mostGames: 'Máximo de jogos grátis por rodada',
  winsTimes: 'Todos os prêmios nos jogos grátis',
  growth: 'Cada cascata soma ao multiplicador',
  special: 'Símbolo especial',
  chance: 'Probabilidade',
  holdAndWin: 'Segure e ganhe',
  cashToStart: 'Símbolos de dinheiro para iniciar',
  respins: 'Regiros; recomeçam a cada dinheiro',
  pot: 'Pote',
  pays: 'Paga',
  fullBoard: 'Tabuleiro cheio com {count} símbolos de dinheiro, além de todo o dinheiro nele',
  guesses: 'Tentativas seguidas',
  guessColor: 'Cor certa',
  guessSuit: 'Naipe certo',
  bought: 'Um recurso comprado começa com',
  capEnds:
    'Uma rodada paga no máximo {count} × aposta: {amount} na aposta atual. Uma rodada que chega a esse valor termina na hora e os jogos restantes não são jogados.',
  general: 'Bom saber',
  malfunction: 'O mau funcionamento anula todos os pagamentos e jogadas.',
  random:
    'Um gerador de números aleatórios na plataforma decide cada rodada no início. Nada que se pressione nesta página muda o resultado, exceto uma escolha ou um palpite oferecido.',
  interruption:
    'Se a conexão ou a página se perder, a rodada fica guardada na plataforma e termina lá. O prêmio é creditado e o resultado aparece quando você voltar.',
  decisionWaits:
    'Uma rodada que espera sua escolha ou seu palpite espera sem limite de tempo, até você abrir o jogo de novo.',
  decisionDeadline:
    'Uma rodada que espera sua escolha ou seu palpite espera {minutes} minutos. Depois disso a plataforma decide por você: o prêmio é coletado.',
  choiceDeadline:
    'Uma rodada que espera sua escolha espera {minutes} minutos. Depois disso a plataforma escolhe por você: {option}.',
  cancelled:
    'Uma aposta que seu cassino não confirma é cancelada. Então a rodada não aconteceu e o que foi tomado é devolvido.',
  history: 'Minhas rodadas',
  historyNote:
    'Suas últimas {count} rodadas em todos os jogos. Os horários são os do seu dispositivo.',
  allRounds: 'Todas',
  thisGame: 'Este jogo',
  empty: 'Ainda não há rodadas.',
  more: 'Mostrar mais',
  stateSettled: 'concluída',
  stateOpen: 'não terminada',
  stateRefunding: 'cancelada, a aposta está sendo devolvida',
  stateRefunded: 'cancelada, a aposta foi devolvida',
  stateRefused: 'não jogada, nada foi tomado',
  stateHeld: 'seu cassino está analisando',
  decidedForYou: 'decidido por você após o prazo',
  watch: 'Ver de novo',
  watchThere: 'Abra {game} para ver de novo.',
  copyId: 'Copiar id da rodada',
  copied: 'Copiado',
  copyByHand: 'Copie daqui',
  replay: 'Replay',
  replayNote: 'Uma gravação: nada é apostado nem ganho.',
  replayEnd: 'Voltar ao jogo',
  replayFailed: 'Esta rodada não pode ser mostrada agora.',
}
