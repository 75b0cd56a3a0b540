import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { EditableText } from '#contract/shop-texts.ts'
import { api } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { TextDialog } from './TextDialog.tsx'
import { TEXT_GROUPS } from './text-names.ts'

/** What the shop promises and claims, to read and to change. */
export function TextsPage() {
  const texts = useQuery(api.shop_texts.editable.queryOptions())
  return (
    <AdminPage help="texts" title="Texts and Claims">
      <Loaded query={texts} failure="Failed to load texts">
        {(data) => <Groups texts={data} />}
      </Loaded>
    </AdminPage>
  )
}

function Groups({ texts }: { texts: readonly EditableText[] }) {
  const [edited, setEdited] = useState<{ text: EditableText; name: string } | null>(null)
  return (
    <div className="grid gap-5">
      {TEXT_GROUPS.map(({ id, title, text, keys }) => (
        <div key={id} id={id} className="scroll-mt-20">
          <Card title={title}>
            <p className="-mt-2 mb-3 text-quiet text-sm">{text}</p>
            <ul className="divide-y divide-line">
              {texts.flatMap((one) => {
                const name = keys[one.text_key]
                return name ? (
                  <TextRow
                    key={one.text_key}
                    name={name}
                    text={one}
                    onEdit={() => setEdited({ text: one, name })}
                  />
                ) : (
                  []
                )
              })}
            </ul>
          </Card>
        </div>
      ))}
      {edited && <TextDialog {...edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

type TextRowProps = { name: string; text: EditableText; onEdit: () => void }

function TextRow({ name, text: { title, text, is_own }, onEdit }: TextRowProps) {
  return (
    <li className="flex items-start gap-4 py-3.5">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-sm">
          {title || name}
          {!is_own && <Badge tone="yellow">From the demo</Badge>}
        </p>
        <p className="line-clamp-3 whitespace-pre-line text-quiet text-sm [overflow-wrap:anywhere]">
          {text || 'Not offered'}
        </p>
      </div>
      <Button look="outline" size="small" onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
        Edit<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
