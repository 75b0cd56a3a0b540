import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { type ReactNode, useState } from 'react'
import { screensFor } from './find-screens.ts'
import { OTHER_SCREENS } from './other-screens.ts'
import { usePaletteSearch } from './palette-sources.ts'
import { useRights } from './rights.tsx'
import { SCREENS } from './screens.ts'

/** Ctrl-K: type a few letters, press Enter. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const may = useRights()
  const { groups, isSearching } = usePaletteSearch(text, may)
  // One that is a tile for some and no tile for others is in both lists.
  const screens = screensFor([...SCREENS, ...OTHER_SCREENS], may).filter(
    ({ to }, n, all) => all.findIndex((one) => one.to === to) === n,
  )
  const go = (to: string) => {
    onClose()
    void navigate({ href: to })
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Search or jump to"
      filter={score}
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
        <Command.Empty className="px-4 py-8 text-center text-quiet">
          {isSearching ? 'Searching…' : 'Nothing found.'}
        </Command.Empty>
        <Group heading="Screens">
          {screens.map(({ to, name, text: about, Icon }) => (
            <Command.Item
              key={to}
              value={name}
              keywords={[about]}
              onSelect={() => go(to)}
              className={row}
            >
              <Icon aria-hidden="true" className="size-4.5 text-quiet" strokeWidth={1.7} />
              {name}
            </Command.Item>
          ))}
        </Group>
        {groups.map(({ heading, items }) => (
          <Group key={heading} heading={heading}>
            {items.map(({ label, detail, to }) => (
              <Command.Item
                key={to}
                value={`${FOUND}${to}`}
                onSelect={() => go(to)}
                className={row}
              >
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {detail && (
                  <span className="max-w-[55%] truncate text-quiet text-sm">{detail}</span>
                )}
              </Command.Item>
            ))}
          </Group>
        ))}
      </Command.List>
    </Command.Dialog>
  )
}

const FOUND = 'found:'

/**
 * Screens whose name begins like this come first, then what the server found, in its order, then screens whose
 * description mentions it. A screen that only has the same letters somewhere is no match: a person's name has them.
 */
function score(value: string, typed: string, keywords: string[] = []): number {
  if (value.startsWith(FOUND)) return 0.5
  if (hasWords(value, typed)) return 1
  return hasWords(keywords.join(' '), typed) ? 0.25 : 0
}

/** Whether each typed word begins a word of the text. */
function hasWords(text: string, typed: string) {
  const words = wordsOf(text)
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)))
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const row =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 text-[0.9375rem] data-[selected=true]:bg-blush'

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-quiet [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}
