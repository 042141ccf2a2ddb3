// Shows an amount of money: minor units as text, never as a floating-point number.

import { useLanguage } from '../language.tsx'
import { printMoney } from './print.ts'

interface AmountProps {
  /** Minor units. */
  minor: string
  currency: string
}

export function Amount({ minor, currency }: AmountProps) {
  const { language } = useLanguage()
  return (
    <span data-minor={minor} style={{ whiteSpace: 'nowrap' }}>
      {printMoney(minor, currency, language)}
    </span>
  )
}
