// The theme of the panel: colours and defaults of Mantine. Text colours keep a contrast of 4.5 to 1
// on the panel's backgrounds in both schemes.

import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  type MantineColorsTuple,
  Menu,
  Modal,
  NumberInput,
  PasswordInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'

const VIOLET: MantineColorsTuple = [
  '#f5f0fe',
  '#e7dbfb',
  '#d0b8f6',
  '#b792f0',
  '#a070ea',
  '#8c52e2',
  '#7536cf',
  '#6529b7',
  '#542199',
  '#421b78',
]

/** Greys with a little violet in them: text, its fainter forms, edges, backgrounds. */
const DARK: MantineColorsTuple = [
  '#e9e6f1',
  '#c8c3d5',
  '#a39db4',
  '#7c7590',
  '#4b4459',
  '#373144',
  '#2b2637',
  '#1e1a29',
  '#16131f',
  '#0f0d16',
]

/** White text is readable on it. */
const RED: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc2c2',
  '#ff9d9d',
  '#f77272',
  '#d63031',
  '#c92a2a',
  '#b02424',
  '#9b1f1f',
  '#861a1a',
]

/** Mantine's colours with a darkest shade that is readable on the lightest one. */
function darkened(name: keyof typeof DEFAULT_THEME.colors, darkest: string): MantineColorsTuple {
  const [a, b, c, d, e, f, g, h, i] = DEFAULT_THEME.colors[name]!
  return [a, b, c, d, e, f, g, h, i, darkest]
}

const SANS =
  '"Inter", "Segoe UI", "Noto Sans", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif'
const MONO = '"Cascadia Mono", "SF Mono", "Roboto Mono", "DejaVu Sans Mono", monospace'

/** The description of a field is below it, beside its error. */
const FIELD: { inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] } = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
}
/** Most fields take ids, addresses and amounts. */
const TEXT_FIELD = { ...FIELD, autoComplete: 'off', spellCheck: false, withAsterisk: false }

export const THEME = createTheme({
  primaryColor: 'violet',
  primaryShade: { light: 6, dark: 5 },
  colors: {
    violet: VIOLET,
    dark: DARK,
    red: RED,
    teal: darkened('teal', '#055a43'),
    green: darkened('green', '#1c5e2a'),
    orange: darkened('orange', '#8f2f05'),
    yellow: darkened('yellow', '#6f3b00'),
  },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: {
    fontFamily: SANS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  components: {
    // The focus goes to the menu itself: the placeholder that Mantine inserts is not a valid child
    // of a menu.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({ defaultProps: { centered: true, radius: 'lg' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    }),
    TextInput: TextInput.extend({ defaultProps: TEXT_FIELD }),
    PasswordInput: PasswordInput.extend({ defaultProps: { ...FIELD, withAsterisk: false } }),
    Textarea: Textarea.extend({ defaultProps: FIELD }),
    NumberInput: NumberInput.extend({ defaultProps: FIELD }),
    TagsInput: TagsInput.extend({ defaultProps: FIELD }),
    Select: Select.extend({ defaultProps: { ...FIELD, allowDeselect: false } }),
  },
})

export const VARIABLES: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1d1830',
    '--mantine-color-dimmed': '#5c5670',
    '--mantine-color-placeholder': '#6f6984',
    '--mantine-color-error': '#c01f2e',
    '--mantine-color-default-border': '#dcd8e6',
  },
  dark: {
    '--mantine-color-text': '#e9e6f1',
    '--mantine-color-dimmed': '#a8a2ba',
    '--mantine-color-placeholder': '#928ba6',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#b48cf2',
  },
})
