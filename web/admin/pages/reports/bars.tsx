// A bar chart of one figure, drawn by a library that is loaded with the first chart.

import { BarChart } from '@mantine/charts'
import { useReducedMotion } from '@mantine/hooks'

export interface Bar {
  name: string
  value: number
}

interface BarsProps {
  bars: readonly Bar[]
  label: string
  print: (value: number) => string
}

export default function Bars({ bars, label, print }: BarsProps) {
  const isStill = useReducedMotion()
  return (
    <BarChart
      h={220}
      data={bars.map(({ name, value }) => ({ name, [label]: value }))}
      dataKey="name"
      series={[{ name: label, color: 'violet.6' }]}
      valueFormatter={print}
      yAxisProps={{ width: 88, tickCount: 5 }}
      barProps={{ isAnimationActive: !isStill, radius: 3 }}
      tickLine="none"
      gridAxis="x"
    />
  )
}
