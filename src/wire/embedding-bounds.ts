// Bounds of the texts that a casino's page sends to a game. Without imports: the client checks the
// messages by them.

/** Characters of a message's id, which only the casino reads. */
export const MESSAGE_ID_MOST = 64
/** Characters of a message to the player: what fits a small phone without scrolling. */
export const MESSAGE_TEXT_MOST = 500
/** Characters of the reason for an end: two lines on a small phone. */
export const END_REASON_MOST = 300
