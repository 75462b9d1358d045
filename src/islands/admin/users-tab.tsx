import type { User } from '#contract/users.ts'
import { useStore } from '#islands/ui/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { users as text } from '#messages/portal.ts'
import { $places, users } from '#stores/admin/lists.ts'
import { $updating, updatePhoto } from '#stores/admin/users.ts'
import { EmailText } from './email-text.tsx'
import { ListPanel } from './list-panel.tsx'
import type { Column } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { propertyFilter } from './property-filter.ts'
import { Thumb } from './thumb.tsx'

const COLUMNS: readonly Column<User>[] = [
  {
    cell: ({ name, profile_image_url }) => (
      <span className="flex items-center gap-3 font-semibold">
        <Thumb image_url={profile_image_url} otherwise="user" round />
        {name}
      </span>
    ),
    head: text.user,
    place: 'main',
    sort: 'name'
  },
  {
    cell: ({ email }) => (
      <span className="sub">
        <EmailText email={email} />
      </span>
    ),
    head: text.email,
    sort: 'email'
  },
  { cell: ({ phone }) => <span className="num whitespace-nowrap">{phone}</span>, head: text.phone },
  { cell: ({ property_name }) => property_name ?? '–', head: text.property }
]

/** The file input lies over its button, so that the keyboard reaches it and a press opens the files. */
function UpdatePhoto({ user }: { user: User }) {
  const updating = useStore($updating).includes(user.id)
  return (
    <label aria-busy={updating || undefined} className="btn btn-secondary btn-small file-button">
      {updating ? text.updatingPhoto : text.updatePhoto}
      <input
        accept="image/*"
        aria-label={portal.named(text.updatePhoto, user.name)}
        disabled={updating}
        onChange={event => {
          const [image] = event.target.files ?? []
          if (image) void updatePhoto(user, image)
          event.target.value = ''
        }}
        type="file"
      />
    </label>
  )
}

export function UsersTab() {
  const places = useStore($places)
  return (
    <div className="grid gap-5">
      <ListToolbar filters={[propertyFilter(places)]} listing={users} search={text.search} sorts={text.sorts} />
      <ListPanel
        actions={user => <UpdatePhoto user={user} />}
        caption={portal.tabs.users}
        columns={COLUMNS}
        empty={{ icon: 'user', text: text.emptyText, title: text.empty }}
        idOf={({ id }) => id}
        listing={users}
      />
    </div>
  )
}
