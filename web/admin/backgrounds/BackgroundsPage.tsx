import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EditableSection } from '#contract/edit-home.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { PRESET_NAMES, SECTION_TITLES } from '../kit/content-names.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { BackgroundDialog, type LookOf } from './BackgroundDialog.tsx'

export function BackgroundsPage({ lookOf }: { lookOf: LookOf }) {
  const sections = useQuery(api.section_backgrounds.editable.queryOptions())
  const [edited, setEdited] = useState<EditableSection | null>(null)
  const { mutate: move, isPending } = useAdminMutation({
    run: client.section_backgrounds.move,
    success: 'Section order updated',
    failure: 'Failed to update section order',
    refresh: [api.section_backgrounds.key()],
  })
  const focus = useFocusAfterMove(sections.data)
  const moveTo = (section: SectionName, direction: Direction) => {
    if (isPending) return
    focus(section, direction)
    move({ section_name: section, direction })
  }
  const last = (sections.data?.length ?? 0) - 1
  return (
    <AdminPage help="sectionBackgrounds" title="Section Backgrounds">
      <WhenLoaded query={sections} failure="Failed to load section backgrounds">
        {(all) => (
          <div className="grid gap-5">
            <NamedList as="ol" label="Sections" className="grid gap-2">
              {all.map((section, n) => {
                const { section_name } = section
                const title = SECTION_TITLES[section_name]
                const look = lookOf(section)
                return (
                  <li
                    key={section_name}
                    className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-paper p-3"
                  >
                    <span
                      aria-hidden="true"
                      className={`grid h-14 w-24 shrink-0 place-items-center rounded-field border border-line text-sm ${look.className}`}
                      style={look.style}
                    >
                      Aa
                    </span>
                    <div className="min-w-32 flex-1">
                      <p className="font-medium">{title}</p>
                      <p className="text-quiet text-sm">
                        {section.background_type === 'preset'
                          ? PRESET_NAMES[section.background_value]
                          : 'Custom gradient'}
                      </p>
                    </div>
                    <div className="flex gap-1">
                      <Button
                        look="ghost"
                        size="icon"
                        aria-label={`Move ${title} up`}
                        id={buttonId(section_name, 'up')}
                        disabled={n === 0}
                        onClick={() => moveTo(section_name, 'up')}
                      >
                        <ArrowUp aria-hidden="true" className="size-4" />
                      </Button>
                      <Button
                        look="ghost"
                        size="icon"
                        aria-label={`Move ${title} down`}
                        id={buttonId(section_name, 'down')}
                        disabled={n === last}
                        onClick={() => moveTo(section_name, 'down')}
                      >
                        <ArrowDown aria-hidden="true" className="size-4" />
                      </Button>
                      <Button
                        look="ghost"
                        size="icon"
                        aria-label={`Edit ${title}`}
                        onClick={() => setEdited(section)}
                      >
                        <Pencil aria-hidden="true" className="size-4" />
                      </Button>
                    </div>
                  </li>
                )
              })}
            </NamedList>
            <Card title="Changes">
              <ChangeHistory type="section_backgrounds" />
            </Card>
          </div>
        )}
      </WhenLoaded>
      {edited && (
        <BackgroundDialog section={edited} lookOf={lookOf} onClose={() => setEdited(null)} />
      )}
    </AdminPage>
  )
}

type SectionName = EditableSection['section_name']
type Direction = 'up' | 'down'

const buttonId = (section: SectionName, direction: Direction) => `move-${section}-${direction}`

/** The row changes its place, which takes the focus from its button; at the end of its way that button is disabled. */
function useFocusAfterMove(sections: readonly EditableSection[] | undefined) {
  const wanted = useRef<string[]>([])
  useEffect(() => {
    if (!sections) return
    const buttons = wanted.current.map((id) => document.getElementById(id))
    buttons.find((button) => button && !button.matches(':disabled'))?.focus()
    wanted.current = []
  }, [sections])
  return (section: SectionName, pressed: Direction) => {
    const other = pressed === 'up' ? 'down' : 'up'
    wanted.current = [buttonId(section, pressed), buttonId(section, other)]
  }
}
