import { BRAND_NAME } from '#domain/brand/brand.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { ListHeading } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { useIsHydrated, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'
import { $sheets, drawCode, type Sticker, stickers } from '#stores/admin/catalogue/stickers.ts'

/** Modules of white around a code, without which phones do not find it. */
const QUIET_ZONE = 4

/** The browser draws it: a hundred codes would take the server too long. */
function Code({ sticker }: { sticker: Sticker }) {
  if (!useIsHydrated()) return <div className="sticker-code" />
  const { path, size } = drawCode(sticker)
  const side = size + 2 * QUIET_ZONE
  return (
    <svg
      aria-label={catalogueText.stickers.codeOf(sticker.name)}
      className="sticker-code"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
    >
      <path d={path} />
    </svg>
  )
}

function Sheets() {
  const listPage = useStore(stickers.$listPage)
  const sheets = useStore($sheets)
  if (listPage === 'failed') return <ErrorState onRetry={stickers.retry} title={catalogueText.stickers.loadFailed} />
  if (sheets === null) return <Loading label={dashboardText.loading} skeleton="h-64 rounded-card" />
  if (sheets.length === 0)
    return <EmptyState text={catalogueText.scooters.emptyText} title={catalogueText.scooters.empty} />
  return (
    <div className="sticker-sheets">
      {sheets.map(sheet => (
        <ul className="sticker-sheet" key={sheet[0]?.id}>
          {sheet.map(sticker => (
            <li className="card sticker" key={sticker.id}>
              <p className="font-bold">{BRAND_NAME}</p>
              <Code sticker={sticker} />
              <p className="line-clamp-2 font-bold">{sticker.name}</p>
              {sticker.property_name && <p className="line-clamp-2 print:line-clamp-1">{sticker.property_name}</p>}
              <p>{catalogueText.stickers.scanToBook}</p>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}

/** The codes for the scooters, to print and cut out. */
export function StickersView() {
  const hasAny = Boolean(useStore($sheets)?.length)
  const isHydrated = useIsHydrated()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-5 print:block">
      <div className="contents print:hidden">
        <ListHeading
          description={catalogueText.stickers.description(isHydrated ? location.host : null)}
          title={dashboardText.views.stickers}
        />
        <ListToolbar
          add={
            hasAny && (
              <Button isSmall onClick={() => print()}>
                {commonText.print}
              </Button>
            )
          }
          filters={[usePropertyFilter()]}
          list={stickers}
          sorts={{}}
        />
      </div>
      <Sheets />
    </section>
  )
}

export const StickersPage = dashboardWith('stickers', StickersView)
