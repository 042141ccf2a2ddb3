// The sections of the panel, in groups. Pages that the user's role can't see are left out.

import { NavLink, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useTexts } from '../language.tsx'
import { Icon } from '../parts/icons.tsx'
import { PAGES, type SectionName, sectionOf } from '../routes.tsx'
import { useSession } from '../session.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

const GROUPS = [
  { name: null, sections: ['overview'] },
  { name: 'play', sections: ['projects', 'players', 'rounds', 'pauses'] },
  { name: 'control', sections: ['callbackLog', 'reports', 'audit'] },
  { name: 'panel', sections: ['people', 'account'] },
] as const satisfies readonly { name: string | null; sections: readonly SectionName[] }[]

export function Navigation() {
  const texts = useTexts(FRAME_TEXTS)
  const { account } = useSession()
  const [location] = useLocation()
  const here = sectionOf(location)
  const pathOf = (wanted: SectionName) =>
    PAGES.find(({ section, role = account.role }) => section === wanted && role === account.role)
      ?.path
  return GROUPS.map(({ name, sections }) => {
    const links = sections.flatMap(section => {
      const path = pathOf(section)
      return path === undefined ? [] : [{ section, path }]
    })
    if (links.length === 0) return null
    return (
      <div key={name} className="nav-group">
        {name !== null && (
          <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
            {texts.groups[name]}
          </Text>
        )}
        {links.map(({ section, path }) => (
          <NavLink
            key={section}
            component={Link}
            href={path}
            label={texts.nav[section]}
            leftSection={<Icon name={section} />}
            {...(section === here ? { active: true, 'aria-current': 'page' as const } : {})}
          />
        ))}
      </div>
    )
  })
}
