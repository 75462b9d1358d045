import { EmailText } from './email-text.tsx'

interface RiderTextProps {
  user_email: string
  user_name: string
  user_phone?: string | null
}

/** A rider's name with the email, because names are not unique, and the phone where the list has it. */
export function RiderText({ user_email, user_name, user_phone }: RiderTextProps) {
  return (
    <span className="text-lines lg:min-w-36">
      <span className="font-semibold">{user_name}</span>
      <span className="caption">
        <EmailText email={user_email} />
      </span>
      {user_phone && <span className="caption numeric">{user_phone}</span>}
    </span>
  )
}
