/** Fields of the panel for the display of image and contours. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { measurementTitle } from '../../i18n/fields/fields.js';
import { figure } from '../../i18n/figures.js';
import type { Translate } from '../../i18n/messages.js';
import type { MessageKey } from '../../i18n/tables.js';
import { ofMeasurement, type Scale } from '../../seeing/colours.js';
import { type DisplaySettings, GAMMA, type Shown } from '../../seeing/display-settings.js';
import type { Histogram } from '../../seeing/histogram.js';
import { isLookupTable, type LookupTable, lutNames } from '../../seeing/lookup-tables.js';
import { channelsAtFirst, ticked } from '../../seeing/shown-channels.js';
import { begins, commits, typed } from './typed.js';

/** Settings of the display, and what the fields call. */
export interface DisplayView {
  readonly t: Translate;
  readonly lang: string;
  readonly settings: Shown;
  /** Measurements by which contours can be coloured, beside their class. */
  readonly measurements: readonly string[];
  /** Their bands are red, green and blue. */
  readonly colourBands: boolean;
  /** Of the measurement that contours are coloured by. */
  readonly scale: Scale | undefined;
  readonly hasImage: boolean;
  /** Of the image. */
  readonly channels: number;
  /** Stored values are shown, and not a picture of them. */
  readonly exact: boolean;
  readonly histogram: Histogram | undefined;
  readonly navigator: boolean;
  readonly magnifier: boolean;
  change(settings: DisplaySettings): void;
  valueAt(share: number): number;
  shareOf(value: number): number;
  goTo(text: string): boolean;
  showNavigator(shown: boolean): void;
  toggleMagnifier(): void;
  upright(): void;
  /** The keys go back to the image. */
  leave(): void;
}

const lutTitles: Readonly<Record<LookupTable, MessageKey>> = {
  grey: 'lutGrey',
  inverted: 'lutInverted',
  viridis: 'lutViridis',
  inferno: 'lutInferno',
  red: 'lutRed',
  green: 'lutGreen',
  blue: 'lutBlue',
  cyan: 'lutCyan',
  magenta: 'lutMagenta',
  yellow: 'lutYellow',
};

interface Slider {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly said: string;
  set(value: number): void;
}

const slider = ({ id, label, value, least, most, step, said, set }: Slider): TemplateResult => html`<div class="field">
  <label for=${id}>${label}</label>
  <input class="slider" id=${id} type="range" min=${least} max=${most} step=${step} aria-valuetext=${said} .value=${live(String(value))}
    @input=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLInputElement) set(currentTarget.valueAsNumber);
    }} />
</div>`;

const checkbox = (id: string, label: string, checked: boolean, set: (checked: boolean) => void): TemplateResult =>
  html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} type="checkbox" .checked=${live(checked)} @change=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLInputElement) set(currentTarget.checked);
    }} />
  </div>`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const contourFields = (view: DisplayView): TemplateResult => {
  const { t, lang, settings, measurements, scale, change } = view;
  const { opacity, fill, outlines, dim, colours } = settings;
  const chosen = typeof colours === 'object' ? `by ${colours.measurement}` : colours;
  const choose = (value: string): void => {
    if (value === 'class' || value === 'object') change({ colours: value });
    else change({ colours: { measurement: value.slice('by '.length) } });
  };
  const share = { least: 0, most: 1, step: 0.01 };
  return html`<h2>${t('objects')}</h2>
    ${slider({ ...share, id: 'opacity', label: t('opacity'), value: opacity, said: percent(opacity), set: (value) => change({ opacity: value }) })}
    ${slider({ ...share, id: 'fill', label: t('filling'), value: fill, said: percent(fill), set: (value) => change({ fill: value }) })}
    ${checkbox('outlines', t('outlines'), outlines, (on) => change({ outlines: on }))}
    ${checkbox('dim', t('dimOutside'), dim, (on) => change({ dim: on }))}
    <div class="field wide">
      <label for="colours">${t('colours')}</label>
      <select id="colours" @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) choose(currentTarget.value);
      }}>
        ${[
          ['class', t('byClass')],
          ['object', t('byObject')],
          ...measurements.map((name) => [`by ${name}`, measurementTitle(lang, name, view.colourBands)]),
        ].map(([value, title]) => html`<option value=${value} ?selected=${value === chosen}>${title}</option>`)}
      </select>
    </div>
    ${
      scale
        ? html`<div class="scale" dir="ltr"><span>${figure(scale.low, lang)}</span><i .style=${`background: ${gradient}`}></i><span>${figure(scale.high, lang)}</span></div>`
        : nothing
    }`;
};

const gradient = `linear-gradient(to right, ${Array.from({ length: 9 }, (_, k) => `rgb(${ofMeasurement(k / 8).join(' ')})`).join(', ')})`;

/** Brightness and contrast are another way to say where the window lies: its middle, and how narrow it is. */
const windowFields = (view: DisplayView): TemplateResult => {
  const { t, lang, settings, change, valueAt, shareOf } = view;
  const [black, white] = settings.window;
  const width = white - black;
  const middle = (black + white) / 2;
  const place = (centre: number, size: number): void => change({ window: [centre - size / 2, centre + size / 2] });
  const contrast = -Math.log2(Math.abs(width));
  const value = (id: 'black' | 'white', label: string, share: number): TemplateResult => html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} type="number" step="any" .value=${typed(String(Number(valueAt(share).toPrecision(5))))}
      @input=${begins()} @change=${commits(view, (field: HTMLInputElement) => {
        const next = shareOf(field.valueAsNumber);
        const other = id === 'black' ? white : black;
        if (Number.isFinite(next) && next !== other) change({ window: id === 'black' ? [next, white] : [black, next] });
        else field.value = String(valueAt(share));
      })} @keydown=${(event: KeyboardEvent) => leaveOnEnter(event, view)} />
  </div>`;
  return html`
    ${slider({ id: 'brightness', label: t('brightness'), value: 1 - middle, least: -0.5, most: 1.5, step: 0.01, said: percent(1 - middle), set: (next) => place(1 - next, width) })}
    ${slider({ id: 'contrast', label: t('contrast'), value: contrast, least: -2, most: 6, step: 0.05, said: figure(2 ** contrast, lang), set: (next) => place(middle, Math.sign(width) * 2 ** -next) })}
    ${slider({ id: 'gamma', label: t('gamma'), value: Math.log10(settings.gamma), least: Math.log10(GAMMA.least), most: Math.log10(GAMMA.most), step: 0.02, said: figure(settings.gamma, lang), set: (next) => change({ gamma: Math.min(GAMMA.most, Math.max(GAMMA.least, 10 ** next)) }) })}
    ${value('black', t('black'), black)} ${value('white', t('white'), white)}`;
};

const leaveOnEnter = (event: KeyboardEvent, view: DisplayView): void => {
  if (event.key !== 'Enter' || !(event.currentTarget instanceof HTMLElement)) return;
  event.stopPropagation();
  event.currentTarget.blur();
  view.leave();
};

const channelFields = ({ t, settings, channels, change }: DisplayView): TemplateResult | typeof nothing => {
  if (channels < 2) return nothing;
  const first = channelsAtFirst(channels);
  const shown = settings.channels ?? first;
  const toggle = (channel: number, on: boolean): void => {
    const next = ticked(shown, channel, on);
    change({ channels: next.join() === first.join() ? undefined : next });
  };
  const names: Readonly<Record<number, MessageKey>> = { 1: 'lutRed', 2: 'lutGreen', 3: 'lutBlue' };
  const nameOf = (channel: number): string =>
    channels <= 3 && names[channel] ? t(names[channel]) : t('channelNumber', { number: channel });
  return html`<fieldset class="channels"><legend>${t('channels')}</legend>
    ${Array.from({ length: channels }, (_, k) => k + 1).map(
      (channel) =>
        html`<label><input type="checkbox" .checked=${live(shown.includes(channel))} @change=${({
          currentTarget,
        }: Event) => {
          if (currentTarget instanceof HTMLInputElement) toggle(channel, currentTarget.checked);
        }} />${nameOf(channel)}</label>`,
    )}
  </fieldset>`;
};

const imageFields = (view: DisplayView): TemplateResult | typeof nothing => {
  const { t, settings, exact, histogram, change } = view;
  if (!view.hasImage) return nothing;
  const colours = (settings.channels ?? channelsAtFirst(view.channels)).length > 1;
  const titleOf = (name: LookupTable): MessageKey => (name === 'grey' && colours ? 'lutOriginal' : lutTitles[name]);
  const plain = { window: undefined, gamma: undefined, lut: undefined, channels: undefined, logarithmic: undefined };
  return html`<h2>${t('image')}</h2>
    ${histogram ? html`<canvas class="histogram" role="img" aria-label=${t('histogram')}></canvas>` : nothing}
    ${windowFields(view)}
    ${exact ? checkbox('logarithmic', t('logarithmic'), settings.logarithmic, (on) => change({ logarithmic: on, window: undefined })) : nothing}
    <div class="field wide">
      <label for="lut">${t('lut')}</label>
      <select id="lut" @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement && isLookupTable(currentTarget.value))
          change({ lut: currentTarget.value });
      }}>${lutNames.map((name) => html`<option value=${name} ?selected=${name === settings.lut}>${t(titleOf(name))}</option>`)}</select>
    </div>
    ${channelFields(view)}
    <div class="buttons"><button type="button" class="plain" @click=${() => change(plain)}>${t('resetDisplay')}</button></div>`;
};

const placeFields = (view: DisplayView): TemplateResult | typeof nothing => {
  const { t, navigator, magnifier } = view;
  if (!view.hasImage) return nothing;
  const go = (input: HTMLInputElement): void => {
    input.setAttribute('aria-invalid', String(!view.goTo(input.value)));
    if (input.getAttribute('aria-invalid') === 'false') view.leave();
  };
  return html`<h2>${t('view')}</h2>
    <div class="field wide">
      <label for="place">${t('goTo')}</label>
      <input id="place" type="text" inputmode="decimal" autocomplete="off" placeholder="x, y" @keydown=${(
        event: KeyboardEvent,
      ) => {
        if (event.key !== 'Enter' || !(event.currentTarget instanceof HTMLInputElement)) return;
        event.stopPropagation();
        go(event.currentTarget);
      }} />
    </div>
    ${checkbox('navigator', t('navigator'), navigator, (on) => view.showNavigator(on))}
    ${checkbox('magnifier', t('magnifier'), magnifier, () => view.toggleMagnifier())}
    <div class="buttons"><button type="button" class="plain" @click=${view.upright}>${t('upright')}</button></div>`;
};

/** Renders the fields of the display. */
export const displayFields = (view: DisplayView): TemplateResult =>
  html`${contourFields(view)}${imageFields(view)}${placeFields(view)}`;
