import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { NavLink } from './nav-links.ts'

const loadMenu = () => import('./PhoneMenu.tsx')
const PhoneMenu = lazy(async () => ({ default: (await loadMenu()).PhoneMenu }))

export function PhoneMenuButton({ links }: { links: readonly NavLink[] }) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-full transition-colors hover:bg-blush lg:hidden"
      >
        <Menu aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
      </button>
      {open !== undefined && (
        <Suspense>
          <PhoneMenu links={links} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
