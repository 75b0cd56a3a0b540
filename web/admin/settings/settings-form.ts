import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SETTING_KEYS, type SettingKey } from '#contract/content.ts'
import { type EditableSetting, settingProblem } from '#contract/edit-settings.ts'
import type { ErrorData } from '#contract/errors.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage, hasErrorCode } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'

/** What was typed, and the version of the row that it is based on. */
type Typed = Partial<Record<SettingKey, { value: string; version: number }>>
type Problems = Partial<Record<SettingKey, string>>
type Conflict = ErrorData<'CHANGED_MEANWHILE'> & { key: SettingKey }

export type SettingsForm = ReturnType<typeof useSettingsForm>

/** The settings as they are typed, saved one row after the other and shown anew once, at the end. */
export function useSettingsForm(stored: readonly EditableSetting[]) {
  const queries = useQueryClient()
  /** What differs from what is stored. */
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<Problems>({})
  const [saved, setSaved] = useState<readonly SettingKey[]>([])
  const [isSaving, setSaving] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const changed = SETTING_KEYS.filter((key) => typed[key] !== undefined)
  const rowOf = (key: SettingKey) => stored.find(({ setting_key }) => setting_key === key)
  const textOf = (key: SettingKey) => typed[key]?.value ?? rowOf(key)?.setting_value ?? ''
  const forget = (key: SettingKey) => setTyped(({ [key]: _, ...others }) => others)
  const refresh = () =>
    Promise.all(
      [api.site_settings.key(), api.audit_log.key()].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )

  /** Shows the row as it is stored now. What was typed into it meanwhile stays, on top of the new version. */
  function showSaved(row: EditableSetting, sent: string) {
    queries.setQueryData(api.site_settings.editable.queryKey(), (rows) =>
      rows?.map((one) => (one.setting_key === row.setting_key ? { ...one, ...row } : one)),
    )
    const { setting_key: key, version } = row
    setTyped(({ [key]: now, ...others }) =>
      now && now.value !== sent ? { ...others, [key]: { ...now, version } } : others,
    )
    setSaved((keys) => [...keys, key])
  }

  function type(key: SettingKey, value: string) {
    const row = rowOf(key)
    if (value === (row?.setting_value ?? '')) forget(key)
    else {
      // The version when typing began: what somebody saves after that is not overwritten unseen.
      const version = typed[key]?.version ?? row?.version ?? 0
      setTyped((others) => ({ ...others, [key]: { value, version } }))
    }
    setProblems(({ [key]: _, ...others }) => others)
    setSaved((keys) => keys.filter((one) => one !== key))
  }

  /** The first row that fails stops. Those before it are saved and marked. */
  async function save(versions: Partial<Record<SettingKey, number>> = {}) {
    const wrong: Problems = Object.fromEntries(
      changed.flatMap((key) => {
        const problem = settingProblem(key, textOf(key))
        return problem ? [[key, problem]] : []
      }),
    )
    setProblems(wrong)
    if (changed.length === 0 || Object.keys(wrong).length > 0) return
    setSaving(true)
    setSaved([])
    const isComplete = await saveRows(versions)
    setSaving(false)
    void refresh()
    if (isComplete) toast.success('Settings updated successfully')
  }

  async function saveRows(versions: Partial<Record<SettingKey, number>>) {
    for (const key of changed) {
      const setting_value = textOf(key)
      const version = versions[key] ?? typed[key]?.version ?? 0
      try {
        const row = await client.site_settings.save({ setting_key: key, setting_value, version })
        showSaved(row, setting_value)
      } catch (error) {
        if (hasErrorCode(error, 'CHANGED_MEANWHILE')) setConflict({ ...error.data, key })
        setProblems({ [key]: errorMessage(error) })
        toast.error(`Failed to update ${key}`, errorMessage(error))
        return false
      }
    }
    return true
  }

  return {
    isFixed: (key: SettingKey) => rowOf(key)?.is_fixed ?? false,
    changed,
    problems,
    saved,
    isSaving,
    isUploading,
    setUploading,
    textOf,
    type,
    save,
    discard: () => {
      setTyped({})
      setProblems({})
    },
    conflict: conflict && {
      ...conflict,
      close: () => setConflict(null),
      useTheirs: () => {
        setConflict(null)
        setProblems(({ [conflict.key]: _, ...others }) => others)
        forget(conflict.key)
        void refresh()
      },
      keepMine: () => {
        setConflict(null)
        void save({ [conflict.key]: conflict.version })
      },
    },
  }
}
