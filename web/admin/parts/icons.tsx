// The panel's icons, drawn on a grid of 24 with strokes in the text colour. Hidden from screen
// readers.

const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  projects: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  players: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c1-4 4-5 7-5s6 1 7 5',
  rounds: 'M20 12a8 8 0 1 1-2.5-5.8M20 4v4.5h-4.5M12 8v4.5l3 1.5',
  callbackLog: 'M4 7h13l-3-3M20 17H7l3 3M4 12h16',
  reports: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  pauses: 'M12 3v8M7 6.5a7.5 7.5 0 1 0 10 0',
  audit: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 19c.7-3.5 3-5 6-5s5.3 1.5 6 5M16 11a3 3 0 1 0-1-5.800M17 14c2.2.4 3.5 2 4 4.5',
  account:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6.5 18c1-2.5 3-3.5 5.5-3.5s4.5 1 5.5 3.5',
  signOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.400M17.6 17.600L19 19M5 19l1.4-1.400M17.6 6.400L19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  up: 'M12 19V6M6 11l6-6 6 6',
  down: 'M12 5v13M6 13l6 6 6-6',
  right: 'M9 5l7 7-7 7',
  plus: 'M12 5v14M5 12h14',
  more: 'M12 5v.5M12 12v.5M12 19v.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
