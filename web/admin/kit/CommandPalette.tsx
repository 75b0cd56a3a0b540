import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useState } from 'react'
import { SCREENS } from './screens.ts'

/** Ctrl-K: type a few letters, press Enter. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const go = (to: string) => {
    onClose()
    void navigate({ to })
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Search or jump to"
      overlayClassName="fixed inset-0 z-50 animate-appear bg-shade"
      contentClassName="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-2xl bg-paper shadow-float"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="Search or jump to…"
        className="h-14 w-full border-line border-b bg-transparent px-5 outline-none placeholder:text-quiet"
      />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
        <Command.Empty className="px-4 py-8 text-center text-quiet">Nothing found.</Command.Empty>
        <Command.Group
          heading="Screens"
          className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-quiet [&_[cmdk-group-heading]]:text-xs"
        >
          {SCREENS.map(({ to, name, text: about, Icon }) => (
            <Command.Item
              key={to}
              value={name}
              keywords={[about]}
              onSelect={() => go(to)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 text-[0.9375rem] data-[selected=true]:bg-blush"
            >
              <Icon aria-hidden="true" className="size-4.5 text-quiet" strokeWidth={1.7} />
              {name}
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  )
}
