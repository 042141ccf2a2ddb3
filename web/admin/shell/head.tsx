// What the head of every page has, with and without a sign-in: the platform's name, the label that
// says this is not real money, and the display choices that are stored in this browser.

import {
  ActionIcon,
  Group,
  type MantineColorScheme,
  Menu,
  Tooltip,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from 'wouter'
import { LANGUAGE_NAMES } from '../../languages.ts'
import { useLanguage, useTexts } from '../language.tsx'
import { Icon, type IconName } from '../parts/icons.tsx'
import { PANEL_LANGUAGES } from '../texts/bilingual.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'

const SCHEMES: Readonly<Record<MantineColorScheme, IconName>> = {
  auto: 'system',
  light: 'sun',
  dark: 'moon',
}
const SCHEME_NAMES = ['auto', 'light', 'dark'] as const

/** The label is always visible. */
export function Brand() {
  const { testOnly, testOnlyNote } = useTexts(FRAME_TEXTS)
  return (
    <Group gap="sm" wrap="nowrap">
      <Link href="/" className="brand">
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path d="M16 15h33v9C39 32 34 41 33 51H21c1-11 6-20 14-26H23l-2 5h-5z" />
        </svg>
        <span>Reelhouse</span>
      </Link>
      <Tooltip label={testOnlyNote}>
        <span className="test-only" data-test="test-only">
          {testOnly}
        </span>
      </Tooltip>
    </Group>
  )
}

/** Language and colours. */
export function DisplayChoices() {
  return (
    <Group gap={4} wrap="nowrap">
      <LanguageChoice />
      <SchemeChoice />
    </Group>
  )
}

function LanguageChoice() {
  const texts = useTexts(FRAME_TEXTS)
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={texts.language}>
          <ActionIcon variant="subtle" color="gray" size="lg" fz="sm" fw={600} data-test="language">
            <VisuallyHidden>{texts.language}: </VisuallyHidden>
            {language.toUpperCase()}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {PANEL_LANGUAGES.map(each => (
          <Menu.Item
            key={each}
            lang={each}
            onClick={() => choose(each)}
            rightSection={each === language ? <Icon name="check" size={15} /> : undefined}
          >
            {LANGUAGE_NAMES[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SchemeChoice() {
  const texts = useTexts(FRAME_TEXTS)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={texts.scheme}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`${texts.scheme}: ${texts.schemes[colorScheme]}`}
            data-test="scheme"
          >
            <Icon name={SCHEMES[colorScheme]} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEME_NAMES.map(each => (
          <Menu.Item
            key={each}
            onClick={() => setColorScheme(each)}
            leftSection={<Icon name={SCHEMES[each]} size={16} />}
            rightSection={each === colorScheme ? <Icon name="check" size={15} /> : undefined}
          >
            {texts.schemes[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
