export const navLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/classes', label: 'Classes & Programs' },
  { to: '/calendar', label: 'Calendar' },
  { to: '/contact', label: 'Contact' },
] as const

export const inlineLinksOnSmallScreens = 3
