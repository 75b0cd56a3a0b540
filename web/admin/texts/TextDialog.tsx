import { type EditableText, TextEdit } from '#contract/shop-texts.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Textarea } from '../../ui/Field.tsx'
import { TEXT_NAMES } from '../kit/content-names.ts'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'

type TextDialogProps = { text: EditableText; onClose: () => void }

export function TextDialog({ text: stored, onClose }: TextDialogProps) {
  const { text_key, title, text, neutral } = stored
  const name = TEXT_NAMES[text_key]
  const isAnswer = text_key.startsWith('answer_')
  const form = useEditForm<TextEdit, EditableText>({
    schema: TextEdit,
    values: { text_key, title: isAnswer ? (title ?? '') : null, text },
    version: stored.version,
    save: (values, version) => client.shop_texts.save({ ...values, version: version ?? 0 }),
    success: 'Text updated successfully',
    refresh: [api.shop_texts.key(), api.setup.key(), api.audit_log.key()],
    onSaved: onClose,
    reload: onClose,
  })
  const isPolicy = text_key.startsWith('policy_')
  const useNeutral = () => {
    form.setValue('title', neutral.title, { shouldDirty: true })
    form.setValue('text', neutral.text, { shouldDirty: true })
  }
  return (
    <Dialog open wide={isPolicy} onOpenChange={(open) => !open && onClose()} title={name}>
      <EditFormFrame form={form} label={name} inDialog onCancel={onClose} className="grid gap-4">
        {isAnswer && (
          <FormField form={form} name="title" label="Question">
            <Input {...form.register('title')} autoComplete="off" maxLength={200} />
          </FormField>
        )}
        <FormField
          form={form}
          name="text"
          label={isAnswer ? 'Answer' : 'Text'}
          hint={
            isAnswer
              ? 'Empty: the question is not offered.'
              : isPolicy
                ? 'Marks as in pages: "## " begins a heading, "- " a list.'
                : undefined
          }
        >
          <Textarea rows={isPolicy ? 18 : 5} {...form.register('text')} />
        </FormField>
        <Button look="outline" size="small" className="justify-self-start" onClick={useNeutral}>
          Use the neutral text
        </Button>
      </EditFormFrame>
    </Dialog>
  )
}
