import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SHAPES } from '#contract/content.ts'
import { BannerEdit, type EditableBanner } from '#contract/edit-home.ts'
import { api, client } from '../../lib/api.ts'
import { Input, Select, Textarea } from '../../ui/Field.tsx'
import { Uploader } from '../../ui/Uploader.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import {
  asNumber,
  type EditForm,
  EditFormFrame,
  FormField,
  useEditForm,
} from '../kit/edit-form.tsx'
import { PreviewFrame } from '../kit/PreviewFrame.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { FocalPoint } from './FocalPoint.tsx'

const SHAPE_NAMES: Record<(typeof SHAPES)[number], string> = {
  none: 'None',
  wave: 'Wave',
  diagonal: 'Diagonal',
  curve: 'Curve',
  zigzag: 'Zigzag',
}

/** `preview` is the hero of the home page. */
type BannerPageProps = { preview: (banner: BannerEdit) => ReactNode }

export function BannerPage({ preview }: BannerPageProps) {
  const banner = useQuery(api.banner_content.editable.queryOptions())
  return (
    <AdminPage help="banner" title="Banner">
      <WhenLoaded query={banner} failure="Failed to load the banner">
        {(stored) => (
          <BannerForm stored={stored} reload={() => banner.refetch()} preview={preview} />
        )}
      </WhenLoaded>
    </AdminPage>
  )
}

type BannerFormProps = BannerPageProps & { stored: EditableBanner; reload: () => void }

function BannerForm({ stored, reload, preview }: BannerFormProps) {
  const { version, ...values } = stored
  const form = useEditForm({
    schema: BannerEdit,
    values,
    version,
    save: (banner, seen) => client.banner_content.save({ ...banner, version: seen ?? 0 }),
    success: 'Banner updated successfully',
    failure: 'Failed to update banner',
    refresh: [api.banner_content.key()],
    reload,
  })
  const [isUploading, setUploading] = useState(false)
  return (
    <div className="grid gap-6">
      <PreviewFrame label="Preview">{preview(form.watch())}</PreviewFrame>
      <EditFormFrame
        form={form}
        label="Banner"
        isBlocked={isUploading}
        className="grid gap-5 lg:grid-cols-2"
      >
        <TextFields form={form} />
        <PictureFields form={form} onBusyChange={setUploading} />
      </EditFormFrame>
      <IfMay area="changes">
        <Card title="Changes">
          <ChangeHistory type="banner_content" />
        </Card>
      </IfMay>
    </div>
  )
}

function TextFields({ form }: { form: EditForm<BannerEdit> }) {
  return (
    <Card title="Text">
      <div className="grid gap-4">
        <FormField form={form} name="title" label="Title">
          <Input {...form.register('title')} maxLength={200} />
        </FormField>
        <FormField form={form} name="subtitle" label="Subtitle">
          <Textarea {...form.register('subtitle')} rows={3} maxLength={500} />
        </FormField>
        <FormField form={form} name="button_text" label="Button text">
          <Input {...form.register('button_text')} maxLength={60} />
        </FormField>
        <FormField
          form={form}
          name="button_link"
          label="Button link"
          hint="A web address, a path such as /products, or a place on the page such as #products."
        >
          <Input {...form.register('button_link')} maxLength={2000} />
        </FormField>
      </div>
    </Card>
  )
}

type PictureFieldsProps = { form: EditForm<BannerEdit>; onBusyChange: (busy: boolean) => void }

function PictureFields({ form, onBusyChange }: PictureFieldsProps) {
  const picture = form.watch('background_image_url')
  const [x, y] = form.watch(['focal_x', 'focal_y'])
  const setPicture = (url: string | null) => {
    form.setValue('background_image_url', url, { shouldDirty: true })
    form.setValue('focal_x', null, { shouldDirty: true })
    form.setValue('focal_y', null, { shouldDirty: true })
  }
  return (
    <Card title="Look">
      <div className="grid gap-4">
        <Uploader
          purpose="banner"
          label="Background image"
          hint="At most 5MB. Wide pictures that are quiet on the left work best."
          maxFiles={1}
          value={picture ? [picture] : []}
          onChange={([url]) => setPicture(url ?? null)}
          onBusyChange={onBusyChange}
        />
        {picture && (
          <FocalPoint
            picture={picture}
            x={x ?? 72}
            y={y ?? 100}
            onChange={(point) => {
              form.setValue('focal_x', point.x, { shouldDirty: true })
              form.setValue('focal_y', point.y, { shouldDirty: true })
            }}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="banner_height" label="Height" hint="400-600 recommended.">
            <Input
              type="number"
              min={300}
              max={800}
              step={50}
              {...form.register('banner_height', asNumber)}
            />
          </FormField>
          <FormField form={form} name="shape_type" label="Shape">
            <Select {...form.register('shape_type')}>
              {SHAPES.map((shape) => (
                <option key={shape} value={shape}>
                  {SHAPE_NAMES[shape]}
                </option>
              ))}
            </Select>
          </FormField>
        </div>
      </div>
    </Card>
  )
}
