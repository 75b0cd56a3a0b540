import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MailTemplate, MailTexts } from '#contract/mail-studio.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Input, Textarea } from '../../ui/Field.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { MailFrame } from '../kit/MailFrame.tsx'
import { useRights } from '../kit/rights.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import { FirstLoad } from '../kit/WhenLoaded.tsx'

type TextsDialogProps = { template: MailTemplate; onClose: () => void }

/** The owner's words for one mail, with the mail beside them. */
export function TextsDialog({ template, onClose }: TextsDialogProps) {
  const { id, name, texts, version, text_variables } = template
  const mayReadChanges = useRights()('changes')
  const form = useEditForm({
    schema: MailTexts,
    values: texts,
    version,
    save: (values, seen) => client.mail_templates.save({ ...values, id, version: seen ?? 0 }),
    success: 'Email texts updated successfully',
    refresh: [api.mail_templates.key(), api.audit_log.key()],
    onSaved: onClose,
    reload: onClose,
  })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Texts of ${name}`}
      description="Words in double braces are replaced by what they stand for. A part in [square brackets] is left out when its value is missing."
    >
      <EditFormFrame
        form={form}
        label={`Texts of ${name}`}
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <p className="flex flex-wrap gap-1.5">
          {text_variables.map((variable) => (
            <code key={variable} className="rounded-md bg-blush px-2 py-1 text-xs">
              {`{{${variable}}}`}
            </code>
          ))}
        </p>
        <FormField form={form} name="subject" label="Subject">
          <Input {...form.register('subject')} maxLength={200} autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="preheader"
          label="Preheader"
          optional
          hint="The grey line that inboxes show after the subject."
        >
          <Input {...form.register('preheader')} maxLength={200} autoComplete="off" />
        </FormField>
        <FormField form={form} name="title" label="Title">
          <Input {...form.register('title')} maxLength={150} autoComplete="off" />
        </FormField>
        <FormField form={form} name="intro" label="Introduction" optional>
          <Textarea {...form.register('intro')} rows={3} maxLength={1000} />
        </FormField>
        <FormField form={form} name="button" label="Button">
          <Input {...form.register('button')} maxLength={60} autoComplete="off" />
        </FormField>
        <LivePreview id={id} name={name} texts={form.watch()} />
      </EditFormFrame>
      {version > 0 && mayReadChanges && (
        <details className="mt-2">
          <summary className="py-2 font-medium text-sm">Changes</summary>
          <ChangeHistory type="mail_texts" id={id} />
        </details>
      )}
    </Dialog>
  )
}

/** Follows what is typed; while a text is not usable, the last mail stays and the reason is shown. */
function LivePreview({ id, name, texts }: { id: string; name: string; texts: MailTexts }) {
  const parsed = MailTexts.safeParse(useDebounced(texts))
  const preview = useQuery({
    ...api.mail_templates.preview.queryOptions({
      input: { id, texts: parsed.success ? parsed.data : undefined },
    }),
    enabled: parsed.success,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <>
      {preview.error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {errorMessage(preview.error)}
        </p>
      )}
      {preview.data ? (
        <MailFrame label={`Preview of ${name}`} mail={preview.data} />
      ) : (
        !preview.error && (
          <FirstLoad failure="Failed to load the preview">
            <Skeleton className="h-96" />
          </FirstLoad>
        )
      )}
    </>
  )
}
