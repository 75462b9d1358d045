const WINDOW_ROWS = [0, 1, 2, 3, 4, 5]
const SIDE_WINDOW_ROWS = [0, 1, 2, 3, 4]
const COLUMNS = [0, 1, 2]

function Windows() {
  return (
    <g fill="#47736c">
      {WINDOW_ROWS.flatMap(row =>
        COLUMNS.map(column => (
          <rect height="20" key={`${row}-${column}`} width="26" x={480 + column * 42} y={70 + row * 38} />
        ))
      )}
      {SIDE_WINDOW_ROWS.flatMap(row =>
        COLUMNS.map(column => (
          <rect height="18" key={`${row}-${column}`} width="20" x={344 + column * 35} y={122 + row * 38} />
        ))
      )}
      {SIDE_WINDOW_ROWS.flatMap(row =>
        COLUMNS.map(column => (
          <rect height="18" key={`${row}-${column}`} width="22" x={640 + column * 38} y={110 + row * 38} />
        ))
      )}
    </g>
  )
}

function Buildings() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full dark:[filter:brightness(.78)]"
      preserveAspectRatio="xMaxYMin slice"
      viewBox="0 0 800 320"
    >
      <rect fill="#a9cfc9" height="320" width="800" />
      <circle cx="655" cy="70" fill="#f6e3ad" r="34" />
      <path d="M0 210c120-40 230-30 330-10s300 20 470-30v150H0z" fill="#7fb0a3" />
      <rect fill="#d8c9ae" height="224" width="120" x="330" y="96" />
      <rect fill="#efe4cf" height="280" width="150" x="462" y="40" />
      <rect fill="#dccdb3" height="236" width="132" x="624" y="84" />
      <rect fill="#b9674a" height="12" width="150" x="462" y="40" />
      <path d="M330 96h120v10H330zM624 84h132v10H624z" fill="#9c5540" />
      <Windows />
      <g fill="#b9674a">
        {WINDOW_ROWS.map(row => (
          <rect height="4" key={row} width="124" x="474" y={92 + row * 38} />
        ))}
      </g>
      <g fill="#2f6a4c">
        <ellipse cx="318" cy="276" rx="46" ry="34" />
        <ellipse cx="456" cy="290" rx="38" ry="26" />
        <ellipse cx="770" cy="272" rx="52" ry="40" />
        <ellipse cx="622" cy="292" rx="34" ry="22" />
      </g>
      <rect fill="#3d5a4d" height="16" width="800" y="304" />
    </svg>
  )
}

/** The property's image, or an illustration that fills its positioned parent as the image does. */
export function PropertyPicture({ image_url }: { image_url: string | null | undefined }) {
  return image_url ? <PropertyImage image_url={image_url} /> : <Buildings />
}

/** Fills its positioned parent. Decorative: the property's name is beside it. */
export function PropertyImage({ image_url }: { image_url: string }) {
  return <img alt="" className="absolute inset-0 size-full object-cover" decoding="async" src={image_url} />
}
