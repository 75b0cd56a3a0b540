import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Eye, EyeOff, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { MailTemplate } from '#contract/mail-studio.ts'
import { api, client } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { MailFrame } from '../kit/MailFrame.tsx'
import { TestMailForm } from '../kit/TestMailForm.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { TextsDialog } from './TextsDialog.tsx'

export function TemplateCard({ template }: { template: MailTemplate }) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, is_changed } = template
  return (
    <article className="rounded-card border border-line bg-paper">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`template-${id}`}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-14 w-full items-center gap-3 rounded-card px-5 py-3 text-left font-sans font-semibold text-base tracking-normal"
        >
          <span className="flex-1">{name}</span>
          {is_changed && <Badge>Your own words</Badge>}
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={`template-${id}`} className="border-line border-t px-5 py-5">
          <Details template={template} />
        </div>
      )}
    </article>
  )
}

function Details({ template }: { template: MailTemplate }) {
  const { id, name, description, variables, is_changed } = template
  const [isShown, setShown] = useState(false)
  const [open, setOpen] = useState<'texts' | 'reset' | null>(null)
  const reset = useAdminMutation({
    run: client.mail_templates.reset,
    success: 'The original texts are back',
    refresh: [api.mail_templates.key(), api.audit_log.key()],
    onSuccess: () => setOpen(null),
  })
  return (
    <div className="grid gap-5">
      <p className="max-w-prose">{description}</p>
      <div className="grid gap-2">
        <h3 className="font-medium font-sans text-sm tracking-normal">Required variables</h3>
        <ul className="flex flex-wrap gap-1.5">
          {variables.map((variable) => (
            <li key={variable} className="rounded-md bg-blush px-2 py-1 font-mono text-xs">
              {variable}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button look="outline" size="narrow" onClick={() => setShown(!isShown)}>
          {isShown ? (
            <EyeOff aria-hidden="true" className="size-4" />
          ) : (
            <Eye aria-hidden="true" className="size-4" />
          )}
          {isShown ? 'Hide preview' : 'Preview'}
          <span className="sr-only"> of {name}</span>
        </Button>
        <Button look="outline" size="narrow" onClick={() => setOpen('texts')}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit texts<span className="sr-only"> of {name}</span>
        </Button>
        {is_changed && (
          <Button look="quiet" size="narrow" onClick={() => setOpen('reset')}>
            <Undo2 aria-hidden="true" className="size-4" />
            Original texts<span className="sr-only"> of {name}</span>
          </Button>
        )}
      </div>
      <TestMailForm
        label={`Test of ${name}`}
        addressLabel={`Test address for ${name}`}
        buttonLabel="Test"
        render={async () => ({
          ...(await client.mail_templates.preview({ id })),
          // A subject with sample data would not say which template it is.
          subject: name,
        })}
      />
      {isShown && <Preview template={template} />}
      {open === 'texts' && <TextsDialog template={template} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'reset'}
        onOpenChange={() => setOpen(null)}
        title="Go back to the original texts?"
        text={`Your own words of "${name}" are replaced. They stay readable under Changes.`}
        confirmLabel="Use the original"
        busy={reset.isPending}
        onConfirm={() => reset.mutate({ id })}
      />
    </div>
  )
}

const previewOf = ({ id, version }: MailTemplate) => ({
  ...api.mail_templates.preview.queryOptions({ input: { id } }),
  // Another preview once the texts have changed.
  queryKey: [...api.mail_templates.preview.queryKey({ input: { id } }), version],
})

function Preview({ template }: { template: MailTemplate }) {
  const preview = useQuery(previewOf(template))
  return (
    <WhenLoaded query={preview} failure="Failed to load the preview">
      {(mail) => <MailFrame label={`Preview of ${template.name}`} mail={mail} />}
    </WhenLoaded>
  )
}
