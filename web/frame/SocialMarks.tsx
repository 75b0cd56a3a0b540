import type { ReactNode } from 'react'

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const InstagramMark = () => (
  <Mark>
    <rect x="3" y="3" width="18" height="18" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M17.2 6.8h.01" />
  </Mark>
)

export const FacebookMark = () => (
  <Mark>
    <path d="M14.5 21v-8h2.7l.5-3.2h-3.2V7.9c0-1 .4-1.7 1.8-1.7h1.6V3.3A18 18 0 0 0 15.500 3.200c-2.500 0-4.100 1.500-4.100 4.200v2.400H8.600V13h2.800v8" />
  </Mark>
)

export const TwitterMark = () => (
  <Mark>
    <path d="M4 4l16 16M20 4L4 20" />
  </Mark>
)
