import { Check, ChevronDown, CircleAlert, X } from 'lucide-react'
import { Dialog as RadixDialog, Select as RadixSelect } from 'radix-ui'
import { useEffect, useState } from 'react'

// UI components with the app's styles.

/**
 * Calls `load` with the argument, and again when one of them changes. `load` must be defined outside of the component.
 */
export function useAnswer(load, argument) {
  const [answer, setAnswer] = useState({ error: null, loaded: null })
  useEffect(() => {
    let isCurrent = true
    load(argument).then(
      loaded => isCurrent && setAnswer({ error: null, loaded }),
      error => isCurrent && setAnswer({ error, loaded: null })
    )
    return () => {
      isCurrent = false
    }
  }, [argument, load])
  return answer
}

export function Spinner() {
  return (
    <p className="wrapper caption" role="status">
      Loading…
    </p>
  )
}

export function Trouble({ error }) {
  return (
    <p className="wrapper note" role="alert">
      <CircleAlert size={20} /> {error.message}
    </p>
  )
}

export function Field({ label, ...input }) {
  return (
    <label className="grid gap-1.5">
      <span className="label">{label}</span>
      <input className="input" {...input} />
    </label>
  )
}

export function Select({ label, onChange, options, value }) {
  return (
    <RadixSelect.Root onValueChange={onChange} value={value}>
      <RadixSelect.Trigger aria-label={label} className="input">
        <RadixSelect.Value placeholder={label} />
        <RadixSelect.Icon>
          <ChevronDown size={20} />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content className="card">
          <RadixSelect.Viewport>
            {options.map(option => (
              <RadixSelect.Item key={option.value} value={option.value}>
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator>
                  <Check size={16} />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  )
}

export function Dialog({ children, onClose, open, title }) {
  return (
    <RadixDialog.Root onOpenChange={isOpen => isOpen || onClose()} open={open}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="scrim" />
        <RadixDialog.Content className="card p-5">
          <RadixDialog.Title>{title}</RadixDialog.Title>
          <RadixDialog.Description>{children}</RadixDialog.Description>
          <RadixDialog.Close aria-label="Close" className="btn btn-icon">
            <X size={20} />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
