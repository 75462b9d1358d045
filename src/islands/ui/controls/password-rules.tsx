import { missingRequirements, PASSWORD_REQUIREMENTS } from '#domain/riders/password.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { passwordRequirement, requirementMetSuffix } from '#messages/account/passwords.ts'

/** The five password rules, each marked when it is met. */
export function PasswordRules({ password }: { password: string }) {
  const missing = missingRequirements(password)
  return (
    <ul className="caption auto-columns gap-x-3 gap-y-[3px]">
      {PASSWORD_REQUIREMENTS.map(requirement => {
        const met = !missing.includes(requirement)
        return (
          <li
            className={`flex items-center gap-[5px] last:col-span-full ${met ? 'font-[550] text-accent-ink' : ''}`}
            key={requirement}
          >
            <Icon name={met ? 'check' : 'circle'} size="s" />
            {passwordRequirement[requirement]}
            {met && <span className="sr-only">{requirementMetSuffix}</span>}
          </li>
        )
      })}
    </ul>
  )
}
