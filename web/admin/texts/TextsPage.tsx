import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { EditableText } from '#contract/shop-texts.ts'
import { api } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { MarkedText } from '../../ui/MarkedText.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { TEXT_NAMES } from '../kit/content-names.ts'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { TextDialog } from './TextDialog.tsx'
import { TEXT_GROUPS } from './text-names.ts'

/** What the shop promises and claims, to read and to change. */
export function TextsPage() {
  const texts = useQuery(api.shop_texts.editable.queryOptions())
  return (
    <AdminPage help="texts" title="Texts and Claims">
      <WhenLoaded query={texts} failure="Failed to load texts">
        {(data) => <Groups texts={data} />}
      </WhenLoaded>
      <div className="mt-5">
        <Card title="Changes">
          <ChangeHistory type="shop_texts" />
        </Card>
      </div>
    </AdminPage>
  )
}

function Groups({ texts }: { texts: readonly EditableText[] }) {
  const [edited, setEdited] = useState<EditableText | null>(null)
  return (
    <div className="grid gap-5">
      {TEXT_GROUPS.map(({ id, title, text, keys }) => (
        <div key={id} id={id} className="scroll-mt-20">
          <Card title={title}>
            <p className="-mt-2 mb-3 text-quiet text-sm">{text}</p>
            <ul className="divide-y divide-line">
              {texts
                .filter(({ text_key }) => keys.includes(text_key))
                .map((one) => (
                  <TextRow key={one.text_key} text={one} onEdit={() => setEdited(one)} />
                ))}
            </ul>
          </Card>
        </div>
      ))}
      {edited && <TextDialog text={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

const SHOWN_LINES = 4

/** The first lines of a policy, which may be pages long. */
function beginningOf(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > SHOWN_LINES ? [...lines.slice(0, SHOWN_LINES), '…'].join('\n') : text
}

/** In the size of a row; the page itself has large headings. */
const EXCERPT =
  'text-quiet text-sm [overflow-wrap:anywhere] [&_h2]:mt-2 [&_h2]:font-medium [&_h2]:font-sans [&_h2]:text-sm [&_h2]:text-ink [&_li]:text-quiet [&_p]:line-clamp-2 [&_p]:text-quiet [&_ol]:mt-1 [&_ol]:gap-1 [&_ul]:mt-1 [&_ul]:gap-1'

type TextRowProps = { text: EditableText; onEdit: () => void }

function TextRow({ text: { text_key, title, text, is_own }, onEdit }: TextRowProps) {
  const name = TEXT_NAMES[text_key]
  return (
    <li className="flex items-start gap-4 py-3.5">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-sm">
          {title || name}
          {!is_own && <Badge tone="yellow">From the demo</Badge>}
        </p>
        {text_key.startsWith('policy_') ? (
          <MarkedText content={beginningOf(text)} className={EXCERPT} />
        ) : (
          <p className="line-clamp-3 whitespace-pre-line text-quiet text-sm [overflow-wrap:anywhere]">
            {text || 'Not offered'}
          </p>
        )}
      </div>
      <Button look="outline" size="small" onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
        Edit<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
