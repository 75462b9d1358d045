import { ROLES, type Role } from '#domain/admin/roles.ts'
import { whatsAppUrl } from '#domain/routes.ts'
import { CrudDialogs } from '#islands/admin/crud/crud-dialogs.tsx'
import { CheckboxGroup } from '#islands/admin/crud/crud-fields.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as messages from '#messages/admin/team.ts'
import * as labels from '#messages/labels.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import {
  $invitation,
  $renewingIds,
  closeInvitation,
  copyLink,
  renewLink,
  teamCrud,
  toggleProperty
} from '#stores/admin/staff/team.ts'
import { untilText } from '#stores/admin/staff/team-list.ts'
import { $me } from '#stores/session/me.ts'

export const crud = teamCrud
export const actions = { $renewingIds, renewLink }

const { link, team: text } = messages

/** The form of a member, and the link of an invitation. */
export function Dialogs() {
  return (
    <>
      <CrudDialogs crud={teamCrud} form={<MemberForm />} getName={({ name }) => name} messages={text} />
      <InvitationDialog />
    </>
  )
}

function MemberForm() {
  const row = useStore(teamCrud.$editedRow)
  const email = useFormField(teamCrud, 'email')
  const role = useFormField(teamCrud, 'role')
  const properties = useFormField(teamCrud, 'property_ids')
  const options = useStore($propertyOptions) ?? []
  return (
    <>
      <TextField {...useFormField(teamCrud, 'name')} autoComplete="off" label={text.name} required />
      {row === null && (
        <TextField {...email} autoComplete="off" inputMode="email" label={text.email} required type="email" />
      )}
      <SelectField {...role} hint={messages.ROLE_TEXTS[role.value as Role]} label={text.role}>
        {ROLES.map(each => (
          <option key={each} value={each}>
            {messages.ROLE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      {role.value !== 'owner' && (
        <CheckboxGroup
          {...properties}
          label={text.properties}
          onToggle={toggleProperty}
          options={options.map(({ id, name }) => ({ label: name, value: id }))}
        />
      )}
    </>
  )
}

/** The link of an invitation. It is shown only now. */
function InvitationDialog() {
  const invitation = useStore($invitation)
  const me = useStore($me)
  const sendsMail = typeof me === 'object' && me?.sends_mail
  return (
    <Modal isOpen={invitation !== null} onClose={closeInvitation} title={link.title}>
      {invitation && (
        <>
          <p>{messages.sendLink(invitation.member.name, untilText(invitation.member.link_until ?? ''))}</p>
          <p className="numeric rounded-slot bg-bg p-3 wrap-anywhere select-all">{invitation.link}</p>
          {sendsMail && <p className="caption">{link.mailed}</p>}
          <ModalButtons>
            <Button kind="secondary" onClick={closeInvitation}>
              {labels.close}
            </Button>
            <LinkButton
              href={whatsAppUrl('', messages.linkMessage(invitation.member.name, invitation.link))}
              isNewTab
              kind="secondary"
            >
              {link.send}
            </LinkButton>
            <Button onClick={() => void copyLink()}>{link.copy}</Button>
          </ModalButtons>
        </>
      )}
    </Modal>
  )
}
