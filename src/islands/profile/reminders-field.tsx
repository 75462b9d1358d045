import { useId } from 'react'
import * as text from '#messages/account/profile.ts'
import { REMINDERS_ON } from '#stores/profile/profile-form.ts'
import { useProfileField } from './use-profile-field.ts'

interface BoxProps {
  checked: boolean
  onChange?: (isChecked: boolean) => void
}

/** Also the shape of the skeleton, because the text takes one or more lines. */
export function RemindersBox({ checked, onChange }: BoxProps) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        aria-describedby={`${id}-hint`}
        checked={checked}
        className="mt-0.5 size-5 flex-none accent-accent"
        id={id}
        onChange={event => onChange?.(event.target.checked)}
        type="checkbox"
      />
      <div className="min-w-0">
        <label className="block" htmlFor={id}>
          {text.reminders}
        </label>
        <p className="caption" id={`${id}-hint`}>
          {text.remindersHint}
        </p>
      </div>
    </div>
  )
}

export function RemindersField() {
  const { onChange, value } = useProfileField('reminders')
  return (
    <RemindersBox checked={value === REMINDERS_ON} onChange={isChecked => onChange(isChecked ? REMINDERS_ON : '')} />
  )
}
