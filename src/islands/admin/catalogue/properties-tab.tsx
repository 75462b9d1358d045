import { lazyPart } from '#client/device/lazy-part.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { HAS_PROPERTY_RULES } from '#domain/backend.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { useLazy, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { PicturedName, RowButton } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { useMay } from '#islands/admin/shell.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import { properties } from '#stores/admin/catalogue/property-lists.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./property-forms.tsx')))

const COLUMNS: readonly Column<PropertyForAdmin>[] = [
  {
    cell: ({ image_url, name }) => <PicturedName fallbackIcon="building" image_url={image_url} name={name} />,
    heading: catalogueText.properties.name,
    layout: 'main',
    sort: 'name'
  },
  {
    cell: property => <PropertyLocation property={property} />,
    heading: catalogueText.properties.location,
    sort: 'location'
  }
]

export function PropertiesTab() {
  const mayCreate = useMay('owner')
  return (
    <CrudTab
      canCreate={mayCreate}
      caption={dashboardText.tabs.properties}
      columns={COLUMNS}
      dialogs={dialogs}
      emptyIcon="building"
      getId={({ id }) => id}
      getName={({ name }) => name}
      list={properties}
      messages={catalogueText.properties}
      {...(HAS_PROPERTY_RULES && { rowAction: (property: PropertyForAdmin) => <RowActions property={property} /> })}
    />
  )
}

function RowActions({ property }: { property: PropertyForAdmin }) {
  const open = useOpen(dialogs)
  const isResuming = useLazy(dialogs, ({ actions }) => actions.$resumingIds)?.includes(property.id)
  const pause = open(`pause ${property.id}`, ({ actions }) =>
    property.paused_until ? actions.resumeBookings(property) : actions.openPause(property)
  )
  return (
    <>
      <RowButton
        busyLabel={isResuming && commonText.saving}
        kind="ghost"
        label={property.paused_until ? propertyRulesText.pause.resume : propertyRulesText.pause.action}
        row={property.name}
        {...pause}
        isBusy={isResuming || pause.isBusy}
      />
      <RowButton
        kind="ghost"
        label={catalogueText.properties.rules}
        row={property.name}
        {...open(`rules ${property.id}`, ({ actions }) => actions.openRules(property))}
      />
    </>
  )
}

/** Where it is, and until when it takes no bookings, with the note that riders read. */
function PropertyLocation({ property: { location, pause_note, paused_until } }: { property: PropertyForAdmin }) {
  const now = useRenderTime()
  const until =
    paused_until && propertyRulesText.pausedUntil(bookingBlocksText.pauseEndText(parseInstant(paused_until), now))
  return (
    <span className="text-lines">
      <span className="muted">{location}</span>
      {until && (
        <span className="caption numeric wrap-anywhere">{[until, pause_note].filter(Boolean).join('\u00a0· ')}</span>
      )}
    </span>
  )
}

export const PropertiesPage = dashboardWith('properties', PropertiesTab)
