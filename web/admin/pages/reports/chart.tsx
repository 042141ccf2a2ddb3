// A titled chart. The table below it gives the same figures to screen readers.

import { Paper, Skeleton, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Bar } from './bars.tsx'

const Bars = lazy(() => import('./bars.tsx'))

interface ChartProps {
  title: string
  bars: readonly Bar[]
  print: (value: number) => string
}

export function Chart({ title, bars, print }: ChartProps) {
  if (bars.length === 0) return null
  return (
    <Paper className="panel" radius="lg" p="lg" mb="md" component="figure" mx={0} mt={0}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <div aria-hidden="true" inert>
        <Suspense fallback={<Skeleton h={220} />}>
          <Bars bars={bars} label={title} print={print} />
        </Suspense>
      </div>
    </Paper>
  )
}
