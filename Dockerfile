# syntax=docker/dockerfile:1
# One image with both programs: `lagzero adapter`, `lagzero scaler`, and the commands for people.
FROM python:3.11-slim AS builder
WORKDIR /source
RUN python -m venv /opt/lagzero
COPY requirements.lock ./
RUN /opt/lagzero/bin/python -m pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY adapter adapter
COPY scaler scaler
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && /opt/lagzero/bin/python -m pip install --no-cache-dir --no-deps /wheels/lagzero-*.whl \
    && /opt/lagzero/bin/python -m pip uninstall --yes pip setuptools \
    # The file system is read-only later on, so what isn't compiled now is compiled at every start.
    && python -m compileall -q -j 0 /opt/lagzero/lib

FROM python:3.11-slim
COPY --from=builder /opt/lagzero /opt/lagzero
ENV PATH=/opt/lagzero/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 65532:65532
ENTRYPOINT ["lagzero"]
