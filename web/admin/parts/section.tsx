// A titled part of a page with its own background.

import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'

interface SectionProps {
  title: string
  note?: ReactNode
  /** Actions at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

export function Section({ title, note, actions, children }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} className="panel" radius="lg" p="lg">
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Box miw={0}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {note !== undefined && (
            <Text component="div" size="sm" c="dimmed" mt={2}>
              {note}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      <Stack gap="md">{children}</Stack>
    </Paper>
  )
}

type TableSectionProps<Row> = Omit<SectionProps, 'children'> &
  Omit<DataTableProps<Row>, 'label'> & {
    /** Below the table: the dialogs that it opens. */
    children?: ReactNode
  }

/** A table with the section's title. */
export function TableSection<Row extends object>(props: TableSectionProps<Row>) {
  const { title, note, actions, children, ...table } = props
  return (
    <Section title={title} note={note} actions={actions}>
      <DataTable label={title} {...table} />
      {children}
    </Section>
  )
}
