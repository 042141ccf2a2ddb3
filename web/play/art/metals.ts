// Owns the colours of gold, steel and oak in drawings of arms and ships, bright to dark. It must
// never draw.

export const GOLD = ['#fffbd8', '#ffdc62', '#e0920f', '#8a4a00'] as const
export const GOLD_EDGE = '#4a2200'
export const STEEL = ['#ffffff', '#c4d2e8', '#7388ac', '#36466a'] as const
export const STEEL_EDGE = '#0e1730'
export const WOOD = ['#e0a05a', '#a8622a', '#5c2c10'] as const
export const WOOD_EDGE = '#2c1206'
