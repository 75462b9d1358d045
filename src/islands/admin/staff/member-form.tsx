import { ROLES, type Role } from '#domain/admin/roles.ts'
import { whatsAppUrl } from '#domain/routes.ts'
import { CrudDialogs } from '#islands/admin/crud/crud-dialogs.tsx'
import { CheckboxGroup } from '#islands/admin/crud/crud-fields.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { Options, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as teamText from '#messages/admin/team.ts'
import * as commonText from '#messages/common.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import {
  $invitation,
  $losesProperty,
  $renewingIds,
  $renewsPins,
  closeInvitation,
  copyLink,
  renewLink,
  teamCrud,
  toggleProperty,
  toggleRenewsPins
} from '#stores/admin/staff/team.ts'
import { untilText } from '#stores/admin/staff/team-list.ts'
import { $me } from '#stores/session/me.ts'

export const crud = teamCrud
export const actions = { $renewingIds, renewLink }

export function Dialogs() {
  return (
    <>
      <CrudDialogs
        askToo={({ link_until, name }) => link_until === null && <RenewPins name={name} />}
        crud={teamCrud}
        form={<MemberForm />}
      />
      <InvitationDialog />
    </>
  )
}

function RenewPins({ name }: { name: string }) {
  return (
    <label className="checkbox-label">
      <input checked={useStore($renewsPins)} onChange={toggleRenewsPins} type="checkbox" />
      <span className="wrap-anywhere">{teamText.renewPins(name)}</span>
    </label>
  )
}

function MemberForm() {
  const row = useStore(teamCrud.$editedRow)
  const email = useFormField(teamCrud, 'email')
  const role = useFormField(teamCrud, 'role')
  const properties = useFormField(teamCrud, 'property_ids')
  const options = useStore($propertyOptions) ?? []
  const loser = useStore($losesProperty)
  return (
    <>
      <TextField {...useFormField(teamCrud, 'name')} autoComplete="off" label={teamText.members.name} required />
      {row === null && (
        <TextField
          {...email}
          autoComplete="off"
          inputMode="email"
          label={teamText.members.email}
          required
          type="email"
        />
      )}
      <SelectField {...role} hint={teamText.ROLE_TEXTS[role.value as Role]} label={teamText.members.role}>
        <Options of={ROLES.map(each => [each, teamText.ROLE_NAMES[each]])} />
      </SelectField>
      {role.value !== 'owner' && (
        <CheckboxGroup
          {...properties}
          label={teamText.members.properties}
          onToggle={toggleProperty}
          options={options.map(({ id, name }) => ({ label: name, value: id }))}
        />
      )}
      {loser && <RenewPins name={loser.name} />}
    </>
  )
}

/** The link of an invitation. It is shown only now. */
function InvitationDialog() {
  const invitation = useStore($invitation)
  const me = useStore($me)
  const sendsMail = typeof me === 'object' && me?.sends_mail
  return (
    <Modal isOpen={invitation !== null} onClose={closeInvitation} title={teamText.invitation.title}>
      {invitation && (
        <>
          <p>{teamText.sendLink(invitation.member.name, untilText(invitation.member.link_until ?? ''))}</p>
          <p className="numeric rounded-slot bg-bg p-3 wrap-anywhere select-all">{invitation.link}</p>
          {sendsMail && <p className="caption">{teamText.invitation.mailed}</p>}
          <ModalButtons>
            <Button kind="secondary" onClick={closeInvitation}>
              {commonText.close}
            </Button>
            <LinkButton
              href={whatsAppUrl('', teamText.linkMessage(invitation.member.name, invitation.link))}
              isNewTab
              kind="secondary"
            >
              {teamText.invitation.send}
            </LinkButton>
            <Button onClick={() => void copyLink()}>{teamText.invitation.copy}</Button>
          </ModalButtons>
        </>
      )}
    </Modal>
  )
}
