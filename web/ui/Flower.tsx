const PETAL = 'M0-3.5C-8-10-7-20 0-23 7-20 8-10 0-3.5Z'

/** The shop's mark: five petals. */
export function Flower({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-25 -25 50 50" className={className} fill="currentColor">
      {[0, 72, 144, 216, 288].map((turn) => (
        <path key={turn} d={PETAL} transform={`rotate(${turn})`} />
      ))}
    </svg>
  )
}
