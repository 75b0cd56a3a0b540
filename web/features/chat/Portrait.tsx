import { clsx } from 'clsx'

/** The assistant, drawn: a round face with a poppy in the hair. */
export function Portrait({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      aria-hidden="true"
      className={clsx('shrink-0 rounded-full', className)}
    >
      <rect width="64" height="64" fill="#f3d9d2" />
      <path d="M12 64c1-13 9-19 20-19s19 6 20 19z" fill="#7d8f72" />
      <path d="M26 42h12v8c0 4-12 4-12 0z" fill="#e0ac90" />
      <path
        d="M14 34c-2-17 8-25 18-25s20 8 18 25c-1 8-4 13-8 15 2-8 1-18 0-21H22c-1 3-2 13 0 21-4-2-7-7-8-15z"
        fill="#5a3a30"
      />
      <ellipse cx="32" cy="32" rx="11.5" ry="13.5" fill="#f0c3a8" />
      <path d="M20 29c1-9 7-12 12-12 6 0 11 4 12 12-5-1-9-4-11-8-2 5-7 8-13 8z" fill="#6b463a" />
      <path
        d="M24.6 31.5q2-1.6 4 0M35.4 31.5q2-1.6 4 0"
        stroke="#4a322b"
        strokeWidth="1.5"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M27.5 38.2q4.5 3.8 9 0"
        stroke="#a23b55"
        strokeWidth="1.7"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="24.5" cy="36" r="2.2" fill="#e79d8d" opacity=".7" />
      <circle cx="39.5" cy="36" r="2.2" fill="#e79d8d" opacity=".7" />
      <g transform="translate(45 20)">
        <circle cx="0" cy="-4.4" r="4.3" fill="#c4516b" />
        <circle cx="4.4" cy="0" r="4.3" fill="#b54460" />
        <circle cx="0" cy="4.4" r="4.3" fill="#c4516b" />
        <circle cx="-4.4" cy="0" r="4.3" fill="#b54460" />
        <circle r="2.8" fill="#f2cf7e" />
      </g>
    </svg>
  )
}
